import type { PlanId, PlanUpdateContent } from '../protocol/june/generated/plan.ts';
import type { Meta } from '../protocol/reading/guard.ts';

/** A plan as it was last sent. */
export interface Plan {
  readonly id: PlanId;
  /** The whole plan as it came; of an unknown type, too. */
  readonly value: PlanUpdateContent;
  /** What came with the update, else what came with the plan. */
  readonly _meta: Meta | undefined;
}
