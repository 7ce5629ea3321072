import { renamedPlan } from '../../../session/november/renamed.ts';
import { metaKeys } from '../../meta-keys.ts';
import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';

/** The type of a plan content that stands for one which June refuses. */
export const carriedPlan = '_emend/plan';

/** The forms of a plan that the schema of June refuses. */
const refused: ReadonlySet<string> = new Set(['file', 'markdown']);

/** Sends a plan. */
export function crossPlan(
  { send, note }: Crossing,
  update: november.PlanUpdate & { readonly sessionUpdate: 'plan_update' },
): void {
  const { plan } = update;
  if (!refused.has(plan.type)) {
    send({ ...renamedPlan(update), sessionUpdate: 'plan_update' });
    return;
  }
  note({ kind: 'repair', rule: 'plan-content', path: 'plan.type', lost: plan.type, done: 'kept in _meta' });
  const carried = { type: carriedPlan, id: plan.planId as string, _meta: { [metaKeys.raw]: plan } } as const;
  send({ ...update, plan: carried });
}
