import { isObject } from '../../../protocol/reading/guard.ts';
import * as june from '../june.ts';
import * as november from '../november.ts';
import type { Crossing } from './crossing.ts';
import { crossInfo, crossUsage } from './info.ts';
import { crossChunk, crossMessage } from './messages.ts';
import { crossCompaction, crossNotice } from './notices.ts';
import { crossCommands, crossOptions } from './offers.ts';
import { crossPlan } from './plans.ts';
import { crossTerminal, crossTerminalOutput } from './terminals.ts';
import { crossToolCall, crossToolContent } from './tool-calls.ts';
import { sendContentBeforeOthers } from './tool-content.ts';

type Tag = november.KnownSessionUpdate['sessionUpdate'];
type Update<T extends Tag> = Extract<november.KnownSessionUpdate, { readonly sessionUpdate: T }>;

const rules: { readonly [T in Tag]: (crossing: Crossing, update: Update<T>) => void } = {
  user_message_chunk: (crossing, update) => crossChunk(crossing, 'user', update),
  agent_message_chunk: (crossing, update) => crossChunk(crossing, 'agent', update),
  agent_thought_chunk: (crossing, update) => crossChunk(crossing, 'thought', update),
  user_message: (crossing, update) => crossMessage(crossing, 'user', update),
  agent_message: (crossing, update) => crossMessage(crossing, 'agent', update),
  agent_thought: (crossing, update) => crossMessage(crossing, 'thought', update),
  // What the state means for the prompts of the client is decided where those are known; June has no such update.
  state_update: () => {},
  tool_call_update: crossToolCall,
  tool_call_content_chunk: crossToolContent,
  terminal_update: crossTerminal,
  terminal_output_chunk: crossTerminalOutput,
  plan_update: crossPlan,
  available_commands_update: crossCommands,
  config_option_update: crossOptions,
  session_info_update: crossInfo,
  usage_update: crossUsage,
  notice: crossNotice,
  compaction_update: crossCompaction,
  compaction_summary_chunk: crossCompaction,
};

/** The proposed clears, with the kind of message that they clear. */
const clears: Readonly<Record<string, 'agent' | 'thought'>> = {
  agent_message_clear: 'agent',
  agent_thought_clear: 'thought',
};

/** Sends an update that November does not know. June does not know it either, or else as a proposal. */
function crossUnknown({ session: { values }, send, note }: Crossing, update: november.SessionUpdate): void {
  if (!june.ReceivedSessionUpdate.is(update)) {
    note({ kind: 'loss', rule: 'malformed', path: 'update', lost: update.sessionUpdate, done: 'not sent' });
    return;
  }
  const kind = clears[update.sessionUpdate];
  const { messageId } = update as { readonly messageId?: unknown };
  if (kind === undefined || typeof messageId !== 'string') {
    send(update);
    return;
  }
  const known = values.messageIds.known(kind, messageId);
  send(known === messageId ? update : { ...update, messageId: known });
}

/** Returns whether changed content need not be sent before an update: before more of it, or before content that replaces it. */
function mayWaitBehind({ session: { values } }: Crossing, update: november.SessionUpdate): boolean {
  const { sessionUpdate } = update;
  if (sessionUpdate === 'terminal_output_chunk' || sessionUpdate === 'terminal_update') return true;
  if (sessionUpdate !== 'tool_call_update' || !isObject(update) || update['content'] === undefined) return false;
  const call = values.toolCalls.get(update['toolCallId'] as string);
  return call !== undefined && values.unsent.has(call) && values.unsent.size === 1;
}

/** Sends a session update of a November agent to a June client, but for its state. */
export function crossUpdate(crossing: Crossing, update: november.SessionUpdate): void {
  if (crossing.session.values.unsent.size > 0 && !mayWaitBehind(crossing, update)) sendContentBeforeOthers(crossing);
  if (!november.isKnownSessionUpdate(update)) {
    crossUnknown(crossing, update);
    return;
  }
  // The table is exhaustive by type; the compiler cannot follow the tag through the lookup.
  (rules[update.sessionUpdate] as (crossing: Crossing, update: november.KnownSessionUpdate) => void)(crossing, update);
}
