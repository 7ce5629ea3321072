import type * as june from '../june.ts';
import { crossCommands } from './commands.ts';
import type { Crossing } from './crossing.ts';
import { crossChunk, crossClear } from './messages.ts';
import { crossMode, crossOptions } from './offers.ts';
import type { UpdateOfV1 } from './open-options.ts';
import { crossToolCall, crossToolCallUpdate } from './tool-calls.ts';

type Tag = UpdateOfV1['sessionUpdate'];
type Update<T extends Tag> = Extract<UpdateOfV1, { readonly sessionUpdate: T }>;

const rules: { readonly [T in Tag]: (crossing: Crossing, update: Update<T>) => void } = {
  user_message_chunk: (crossing, update) => crossChunk(crossing, 'user', update),
  agent_message_chunk: (crossing, update) => crossChunk(crossing, 'agent', update),
  agent_thought_chunk: (crossing, update) => crossChunk(crossing, 'thought', update),
  agent_message_clear: (crossing, update) => crossClear(crossing, 'agent', update),
  agent_thought_clear: (crossing, update) => crossClear(crossing, 'thought', update),
  tool_call: (crossing, { sessionUpdate: _, ...call }) => crossToolCall(crossing, call),
  tool_call_update: (crossing, { sessionUpdate: _, ...update }) => crossToolCallUpdate(crossing, update),
  plan: ({ send }, { sessionUpdate: _, entries, ...rest }) =>
    send({ ...rest, plan: { type: 'items', id: mainPlan, entries }, sessionUpdate: 'plan_update' }),
  available_commands_update: crossCommands,
  current_mode_update: crossMode,
  config_option_update: crossOptions,
  session_info_update: (crossing, update) => crossing.send(update),
  usage_update: (crossing, update) => crossing.send(update),
  notice: crossUnnamed,
  compaction_update: crossUnnamed,
  compaction_summary_chunk: crossUnnamed,
};

/** Sends an update that June has no name for; June keeps what it does not know. */
function crossUnnamed(crossing: Crossing, update: UpdateOfV1): void {
  crossing.send(update as object as june.SessionUpdate);
}

/** The id of the one plan that a v1 session has. */
const mainPlan = 'main';

/** Returns whether v1, with the proposed clears, has an update. */
export function isV1Update(sessionUpdate: unknown): sessionUpdate is Tag {
  return typeof sessionUpdate === 'string' && Object.hasOwn(rules, sessionUpdate);
}

/** Sends a session update of a v1 agent to a June client. */
export function crossUpdate(crossing: Crossing, update: UpdateOfV1): void {
  // The table is exhaustive by type; the compiler cannot follow the tag through the lookup.
  (rules[update.sessionUpdate] as (crossing: Crossing, update: UpdateOfV1) => void)(crossing, update);
}
