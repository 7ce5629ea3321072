import type { ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import { SessionConfigOption } from '../../protocol/november/generated/config-option.ts';
import { methods } from '../../protocol/november/generated/methods.ts';
import { SessionUpdate } from '../../protocol/november/generated/session-update.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import type { Decoded } from '../../protocol/reading/issue.ts';
import type { SessionReader } from '../session-reader.ts';
import { apply } from './apply.ts';
import { changeOf, patchOf } from './change.ts';
import { renamedOptions } from './renamed.ts';
import { permissionAsked, promptAnswered } from './requests.ts';
import { novemberRules } from './rules.ts';

function costOf(update: ReceivedSessionUpdate): unknown {
  return (update as { readonly cost?: unknown }).cost;
}

/** Reads sessions in November. */
export const november: SessionReader = {
  methods,
  decode: (value, reading) => SessionUpdate.decode(value, reading) as Decoded<ReceivedSessionUpdate>,
  configOptions: (items) => renamedOptions(items.filter(SessionConfigOption.is)),
  apply,
  rules: novemberRules,
  promptAnswered,
  permissionAsked,
  isReplaying: ({ replayFrom }) => isObject(replayFrom),
  changeOf,
  patchOf,
  isUsage: ({ sessionUpdate }) => sessionUpdate === 'usage_update',
  // A cost that is not named again stays.
  replacesUsage: (earlier, later) => costOf(later) !== undefined || costOf(earlier) === undefined,
  isActivity: ({ sessionUpdate }) => sessionUpdate === 'state_update',
  isNotice: ({ sessionUpdate }) => sessionUpdate === 'notice',
  isInfo: ({ sessionUpdate }) => sessionUpdate === 'session_info_update',
};
