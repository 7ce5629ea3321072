import { lenient } from '../../language.ts';
import { planContent } from '../base/plan.ts';

/** Plans in June. The draft reserves two types of plans without defining them. */
export const plan = planContent('id', lenient, ['file', 'markdown']);
