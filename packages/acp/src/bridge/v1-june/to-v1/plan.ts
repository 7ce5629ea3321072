import { type Conversion, converted, convertedList, type Loss, refused, within } from '../../conversion.ts';
import { hasMeta } from '../../meta-keys.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** A step of a plan as v1 has it. */
export function planEntryToV1(entry: june.PlanEntry): Conversion<v1.PlanEntry> {
  if (!june.isKnownPlanEntryPriority(entry.priority))
    return refused('unknown-plan-priority', 'priority', entry.priority);
  if (!june.isKnownPlanEntryStatus(entry.status)) return refused('unknown-plan-status', 'status', entry.status);
  return converted(entry as v1.PlanEntry);
}

/** A plan as v1 has it: without its id, and with one `_meta`. */
export function planUpdateToV1(update: june.PlanUpdate): Conversion<v1.Plan> {
  const { plan } = update;
  if (!june.isKnownPlanUpdateContent(plan)) return refused('unknown-plan-content', 'plan.type', plan.type);
  const entries = within('entries', convertedList(plan.entries, planEntryToV1));
  if (!entries.ok) return entries;
  const losses: Loss[] = [];
  if (hasMeta(update) && hasMeta(plan)) losses.push({ path: 'plan._meta', lost: 'the _meta of the plan itself' });
  const meta = update._meta ?? plan._meta;
  return converted(meta === undefined ? { entries: entries.value } : { entries: entries.value, _meta: meta }, losses);
}
