import { lenient } from '../../language.ts';
import { setupAnswers } from '../base/session-setup.ts';

/** Starting and loading sessions in June. */
export const sessionSetup = setupAnswers({
  'configOptions?': ['SessionConfigOption[] | null', 'Configuration options with their values.', lenient],
});
