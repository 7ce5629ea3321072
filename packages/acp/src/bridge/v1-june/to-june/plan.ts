import { type Conversion, converted } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** The id of the one plan that a v1 session has (P6). */
export const mainPlan = 'main';

/** A plan as v2 has it: the items of plan `main`. */
export function planToV2(plan: v1.Plan): Conversion<june.PlanUpdate> {
  const { entries, ...rest } = plan;
  return converted({ ...rest, plan: { type: 'items', id: mainPlan, entries } });
}
