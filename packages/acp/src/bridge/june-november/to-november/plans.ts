import { renamed } from '../../../session/november/renamed.ts';
import { rawOf } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import * as november from '../november.ts';
import { carriedPlan } from '../to-june/plans.ts';
import type { Crossing } from './crossing.ts';
import { sendChecked } from './sending.ts';

/** Returns a plan as November has it: with its id under another name, or as it was before a bridge has changed it. */
function planToNovember(plan: june.PlanUpdateContent): november.PlanUpdateContent {
  const raw = plan.type === carriedPlan ? rawOf(plan['_meta']) : undefined;
  if (november.PlanUpdateContent.is(raw) && raw.planId === plan.id) return raw;
  return renamed(plan, 'id', 'planId') as november.PlanUpdateContent;
}

/** Sends a plan. */
export function crossPlan(crossing: Crossing, update: june.PlanUpdate): void {
  sendChecked(crossing, { ...update, plan: planToNovember(update.plan) });
}
