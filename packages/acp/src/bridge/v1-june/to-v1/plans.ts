import { hasMeta, metaKeys, rawUpdateMethod, withMeta } from '../../meta-keys.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';

function carryEntry(
  crossing: Crossing,
  entry: june.PlanEntry,
  index: number,
  previous: readonly v1.PlanEntry[] | undefined,
): v1.PlanEntry {
  let { _meta, priority, status } = entry;
  if (june.isKnownPlanEntryPriority(priority) && june.isKnownPlanEntryStatus(status)) return entry as v1.PlanEntry;
  if (!june.isKnownPlanEntryPriority(priority)) {
    _meta = withMeta(_meta, metaKeys.priority, priority);
    crossing.note({
      kind: 'repair',
      rule: 'plan-priority',
      path: `entries[${index}].priority`,
      lost: priority,
      done: 'sent as medium',
    });
    priority = 'medium';
  }
  if (!june.isKnownPlanEntryStatus(status)) {
    _meta = withMeta(_meta, metaKeys.status, status);
    const before = previous?.[index];
    const known = before !== undefined && before.content === entry.content ? before.status : 'pending';
    crossing.note({
      kind: 'repair',
      rule: 'plan-status',
      path: `entries[${index}].status`,
      lost: status,
      done: `sent as ${known}`,
    });
    status = known;
  }
  return {
    ...entry,
    priority: priority as v1.PlanEntryPriority,
    status: status as v1.PlanEntryStatus,
    _meta: _meta ?? null,
  };
}

/** Sends a plan. v1 has one plan per session, so several are shown as one. */
export function crossPlan(crossing: Crossing, update: june.PlanUpdate): void {
  const { plans } = crossing.session;
  const { plan } = update;
  const previous = plans.get(plan.id);
  const hadEntries = previous !== undefined;
  if (june.isKnownPlanUpdateContent(plan)) {
    plans.set(
      plan.id,
      plan.entries.map((entry, index) => carryEntry(crossing, entry, index, previous)),
    );
    if (hasMeta(update) && hasMeta(plan)) {
      crossing.note({ kind: 'loss', rule: 'plan-meta', path: 'plan._meta', lost: plan._meta });
    }
  } else {
    plans.set(plan.id, undefined);
    crossing.note({
      kind: 'loss',
      rule: 'plan-content',
      path: 'plan.type',
      lost: plan.type,
      done: `sent as ${rawUpdateMethod}`,
    });
    crossing.extend(rawUpdateMethod, { update: { sessionUpdate: 'plan_update', ...update } });
    if (!hadEntries) return;
  }
  const filled = [...plans.values()].filter((entries) => entries !== undefined);
  if (filled.filter((entries) => entries.length > 0).length > 1) {
    crossing.note({
      kind: 'loss',
      rule: 'plans-merged',
      path: 'plan.id',
      lost: 'which plan a step belongs to',
      done: 'shown as one plan',
    });
  }
  const meta = update._meta ?? plan._meta;
  const entries = filled.flat();
  crossing.send(
    typeof meta === 'object' && june.isKnownPlanUpdateContent(plan)
      ? { sessionUpdate: 'plan', entries, _meta: meta as v1.Plan['_meta'] & object }
      : { sessionUpdate: 'plan', entries },
  );
}
