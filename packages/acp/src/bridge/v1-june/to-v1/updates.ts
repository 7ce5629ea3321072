import { rawUpdateMethod } from '../../meta-keys.ts';
import type { ClientOffers } from '../client-offers.ts';
import * as june from '../june.ts';
import * as v1 from '../v1.ts';
import { crossCommands } from './commands.ts';
import { crossOptions } from './config-options.ts';
import type { Crossing } from './crossing.ts';
import { releaseEcho } from './echo.ts';
import { crossChunk, crossClear, crossMessage } from './messages.ts';
import { crossPlan } from './plans.ts';
import { crossToolCall, crossToolContent } from './tool-calls.ts';
import { sendContentBeforeOthers } from './tool-content.ts';

type Tag = june.KnownReceivedSessionUpdate['sessionUpdate'];
type Update<T extends Tag> = Extract<june.KnownReceivedSessionUpdate, { readonly sessionUpdate: T }>;

const rules: { readonly [T in Tag]: (crossing: Crossing, update: Update<T>) => void } = {
  user_message_chunk: (crossing, update) => crossChunk(crossing, 'user', update),
  agent_message_chunk: (crossing, update) => crossChunk(crossing, 'agent', update),
  agent_thought_chunk: (crossing, update) => crossChunk(crossing, 'thought', update),
  user_message: (crossing, update) => crossMessage(crossing, 'user', update),
  agent_message: (crossing, update) => crossMessage(crossing, 'agent', update),
  agent_thought: (crossing, update) => crossMessage(crossing, 'thought', update),
  agent_message_clear: (crossing, update) => crossClear(crossing, 'agent', update),
  agent_thought_clear: (crossing, update) => crossClear(crossing, 'thought', update),
  tool_call_update: crossToolCall,
  tool_call_content_chunk: crossToolContent,
  plan_update: crossPlan,
  available_commands_update: crossCommands,
  config_option_update: crossOptions,
  session_info_update: (crossing, update) => crossing.send(update),
  usage_update: (crossing, update) => crossing.send(update),
};

/** The updates that v1 has and June has no name for, with what a client offers to get them. */
const offeredBy: ReadonlyMap<string, keyof ClientOffers> = new Map([
  ['notice', 'notices'],
  ['compaction_update', 'compaction'],
  ['compaction_summary_chunk', 'compaction'],
]);

/** Returns whether June has no name for an update that v1 has, and the client offers to show it. */
function isOffered(
  { offers }: Crossing,
  update: object & { readonly sessionUpdate: string },
): update is v1.SessionUpdate {
  const isShown = offeredBy.get(update.sessionUpdate);
  return isShown !== undefined && offers?.[isShown] === true && v1.SessionUpdate.is(update);
}

/** Returns whether pending content need not be sent before an update: before more content, or content that replaces it. */
function mayWaitBehind(crossing: Crossing, update: june.ReceivedSessionUpdate): boolean {
  if (update.sessionUpdate === 'tool_call_content_chunk') return true;
  if (update.sessionUpdate !== 'tool_call_update' || update['content'] === undefined) return false;
  const { unsent, toolCalls } = crossing.session;
  const tool = toolCalls.get(update['toolCallId'] as string);
  return tool !== undefined && unsent.has(tool) && unsent.size === 1;
}

/** Sends a session update of a June agent to a v1 client. */
export function crossUpdate(crossing: Crossing, update: june.ReceivedSessionUpdate): void {
  const { session } = crossing;
  if (session.unsent.size > 0 && !mayWaitBehind(crossing, update)) sendContentBeforeOthers(crossing);
  const isUser = update.sessionUpdate === 'user_message_chunk' || update.sessionUpdate === 'user_message';
  if (session.echo?.candidate !== undefined && !isUser) releaseEcho(crossing);
  if (june.isKnownReceivedSessionUpdate(update)) {
    // The table is exhaustive by type; the compiler cannot follow the tag through the lookup.
    (rules[update.sessionUpdate] as (crossing: Crossing, update: june.KnownReceivedSessionUpdate) => void)(
      crossing,
      update,
    );
    return;
  }
  if (isOffered(crossing, update)) {
    crossing.send(update);
    return;
  }
  crossing.note({
    kind: 'loss',
    rule: 'unknown-update',
    path: 'update.sessionUpdate',
    lost: update.sessionUpdate,
    done: `sent as ${rawUpdateMethod}`,
  });
  crossing.extend(rawUpdateMethod, { update });
}
