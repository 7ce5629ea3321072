import type { TakeNote } from '../../ledger.ts';
import { metaKeys } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import { renamed } from '../renamed.ts';
import type { Crossing } from './crossing.ts';

/** The type of a plan content that stands for one which June refuses. */
export const carriedPlan = '_emend/plan';

/** The forms of a plan that the schema of June refuses. */
const refused: ReadonlySet<string> = new Set(['file', 'markdown']);

function planToJune(plan: november.PlanUpdateContent, note: TakeNote): june.PlanUpdateContent {
  if (!refused.has(plan.type)) return renamed(plan, 'planId', 'id') as june.PlanUpdateContent;
  note({ kind: 'repair', rule: 'plan-content', path: 'plan.type', lost: plan.type, done: 'kept in _meta' });
  return { type: carriedPlan, id: plan.planId as string, _meta: { [metaKeys.raw]: plan } };
}

/** Sends a plan. */
export function crossPlan({ send, note }: Crossing, update: november.PlanUpdate): void {
  send({ ...update, sessionUpdate: 'plan_update', plan: planToJune(update.plan, note) });
}
