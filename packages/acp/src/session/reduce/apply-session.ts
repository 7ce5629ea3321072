import type { SessionInfoUpdate, UsageUpdate } from '../../protocol/base/generated/session-update.ts';
import type { AvailableCommand } from '../../protocol/june/generated/command.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { PlanUpdate } from '../../protocol/june/generated/plan.ts';
import { isKnownPlanUpdateContent } from '../../protocol/june/generated/plan.ts';
import type { UnknownReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import type { Position } from '../event.ts';
import type { Plan } from '../plan.ts';
import { noRareParts } from '../rare-parts.ts';
import {
  newSessionState,
  type SessionInfoState,
  type SessionState,
  type Usage,
  withParts,
  withRare,
} from '../state.ts';
import { isSameJson } from '../structures/same-json.ts';
import { withEntry } from './add-entry.ts';
import { reportLong } from './limit-raw.ts';
import { patched } from './patch.ts';
import { quoted } from './report.ts';
import { reportTag } from './unknown-tag.ts';
import type { UpdateRules } from './update-rules.ts';

/** Adds a plan, or replaces the one with its id. */
export function applyPlan(state: SessionState, update: PlanUpdate, at: Position): SessionState {
  const value = update.plan;
  const ownMeta = isKnownPlanUpdateContent(value) ? value._meta : undefined;
  const plan: Plan = { id: value.id, value, _meta: update._meta ?? ownMeta ?? undefined };
  const index = state.plans.indexOf(plan.id);
  let next = state;
  if (index === -1) {
    next = withParts(state, { plans: state.plans.add(plan.id, plan) });
    next = withEntry(next, { type: 'plan', index: state.plans.length }, at);
  } else if (!isSameJson(state.plans.at(index), plan)) {
    next = withParts(state, { plans: state.plans.with(index, plan) });
  }
  return isKnownPlanUpdateContent(value) ? next : reportTag(next, value.type, 'plan', at);
}

/** Replaces the list of commands. */
export function applyCommands(state: SessionState, availableCommands: readonly AvailableCommand[]): SessionState {
  return isSameJson(state.availableCommands, availableCommands) ? state : withParts(state, { availableCommands });
}

/** Replaces the list of config options, which is always complete. */
export function applyConfig(state: SessionState, configOptions: readonly SessionConfigOption[]): SessionState {
  return isSameJson(state.configOptions, configOptions) ? state : withParts(state, { configOptions });
}

/** Patches the session's information: an omitted field stays, null clears it, a value replaces it. */
export function applyInfo(state: SessionState, update: SessionInfoUpdate, rules: UpdateRules): SessionState {
  const { info } = state;
  const next: SessionInfoState = {
    title: patched(info?.title, update.title),
    updatedAt: patched(info?.updatedAt, update.updatedAt),
    _meta: rules.patchMeta(info?._meta, update._meta),
  };
  const isEmpty = next.title === undefined && next.updatedAt === undefined && next._meta === undefined;
  if (isEmpty) return info === undefined ? state : withParts(state, { info: undefined });
  return isSameJson(info, next) ? state : withParts(state, { info: next });
}

/** Replaces the usage. An omitted cost is none in June, and in November the one that was known. */
export function applyUsage(state: SessionState, update: UsageUpdate, rules: UpdateRules): SessionState {
  const usage: Usage = {
    used: update.used,
    size: update.size,
    cost: rules.keepsCost ? patched(state.usage?.cost, update.cost) : (update.cost ?? undefined),
    _meta: update._meta ?? undefined,
  };
  return isSameJson(state.usage, usage) ? state : withParts(state, { usage });
}

/** Keeps an unknown update as it came, at its place in the timeline. */
export function applyUnknown(state: SessionState, update: UnknownReceivedSessionUpdate, at: Position): SessionState {
  const limit = state.limits.rawLength;
  const isKept = limit === Number.POSITIVE_INFINITY || JSON.stringify(update).length <= limit;
  const next = isKept
    ? withEntry(state, { type: 'unknown', update }, at)
    : reportLong(state, `update ${quoted(update.sessionUpdate)}`, 1, at);
  return reportTag(next, update.sessionUpdate, 'update', at);
}

/**
 * Starts a load from an empty state, so that nothing replayed is there twice; diagnostics are kept. A replay that patches what is known
 * clears nothing, and if it fails, what it has brought stays.
 */
export function applyLoadStart(state: SessionState, history: 'cleared' | 'patched'): SessionState {
  if (history === 'patched') return state.phase === 'replaying' ? state : withRare(state, { phase: 'replaying' });
  return withParts(newSessionState(state.limits), {
    diagnostics: state.diagnostics,
    dropped: state.dropped,
    rare: { ...noRareParts, phase: 'replaying', beforeLoad: state.beforeLoad ?? state },
  });
}

/** Ends a load: what was replayed stays, or after a failure the state from before the load returns. */
export function applyLoadEnd(state: SessionState, type: 'load_ended' | 'load_failed'): SessionState {
  if (state.phase !== 'replaying') return state;
  if (type === 'load_failed' && state.beforeLoad !== undefined) return state.beforeLoad;
  return withRare(state, { phase: 'loaded', beforeLoad: undefined });
}
