import * as june from '../june.ts';
import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';
import { crossInfo, crossUsage } from './info.ts';
import { crossChunk, crossMessage } from './messages.ts';
import { crossCommands, crossOptions } from './offers.ts';
import { crossPlan } from './plans.ts';
import { sendChecked } from './sending.ts';
import { crossToolCall, crossToolContent } from './tool-calls.ts';

type Tag = june.KnownReceivedSessionUpdate['sessionUpdate'];
type Update<T extends Tag> = Extract<june.KnownReceivedSessionUpdate, { readonly sessionUpdate: T }>;

const rules: { readonly [T in Tag]: (crossing: Crossing, update: Update<T>) => void } = {
  user_message_chunk: (crossing, update) => crossChunk(crossing, 'user', update),
  agent_message_chunk: (crossing, update) => crossChunk(crossing, 'agent', update),
  agent_thought_chunk: (crossing, update) => crossChunk(crossing, 'thought', update),
  user_message: (crossing, update) => crossMessage(crossing, 'user', update),
  agent_message: (crossing, update) => crossMessage(crossing, 'agent', update),
  agent_thought: (crossing, update) => crossMessage(crossing, 'thought', update),
  // Proposals, which both drafts carry without knowing them.
  agent_message_clear: ({ send }, update) => send(update as object as november.SessionUpdate),
  agent_thought_clear: ({ send }, update) => send(update as object as november.SessionUpdate),
  tool_call_update: crossToolCall,
  tool_call_content_chunk: crossToolContent,
  plan_update: crossPlan,
  available_commands_update: crossCommands,
  config_option_update: crossOptions,
  session_info_update: crossInfo,
  usage_update: crossUsage,
};

/** Sends an update that June does not know: as it is, if November does not know it either or it is what November says. */
function crossUnknown(crossing: Crossing, update: june.ReceivedSessionUpdate): void {
  const { sessionUpdate, terminalId } = update as { readonly sessionUpdate: string; readonly terminalId?: unknown };
  const isTerminal = sessionUpdate === 'terminal_update' || sessionUpdate === 'terminal_output_chunk';
  if (isTerminal && typeof terminalId === 'string') crossing.session.values.terminals.add(terminalId);
  sendChecked(crossing, update);
}

/**
 * Sends an update of a June agent to a November client. Updates that November knows and June does not are checked and sent as
 * they are; state updates are no part of it.
 */
export function crossUpdate(crossing: Crossing, update: june.ReceivedSessionUpdate): void {
  if (!june.isKnownReceivedSessionUpdate(update)) {
    crossUnknown(crossing, update);
    return;
  }
  // The table is exhaustive by type; the compiler cannot follow the tag through the lookup.
  (rules[update.sessionUpdate] as (crossing: Crossing, update: june.KnownReceivedSessionUpdate) => void)(
    crossing,
    update,
  );
}
