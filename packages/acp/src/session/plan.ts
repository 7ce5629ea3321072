import type { PlanId, PlanUpdateContent } from '../protocol/june/generated/plan.ts';
import type { Meta } from '../protocol/reading/guard.ts';

/** A plan as it was last sent. */
export interface Plan {
  readonly id: PlanId;
  /** The whole plan as it was received, also one of an unknown type. */
  readonly value: PlanUpdateContent;
  /** The `_meta` of the update, or else of the plan. */
  readonly _meta: Meta | undefined;
}
