import { type Conversion, converted, refused } from '../../conversion.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { availableCommandsUpdateToV1 } from './command.ts';
import { configOptionUpdateToV1 } from './config-option.ts';
import { contentChunkToV1, messageToV1 } from './message.ts';
import { planUpdateToV1 } from './plan.ts';
import { toolCallUpdateToV1 } from './tool-call.ts';

type Tag = june.KnownReceivedSessionUpdate['sessionUpdate'];
type Update<T extends Tag> = Extract<june.KnownReceivedSessionUpdate, { readonly sessionUpdate: T }>;
type Rule<T extends Tag> = (update: Update<T>) => Conversion<readonly v1.ReceivedSessionUpdate[]>;

function one<T>(conversion: Conversion<T>): Conversion<readonly T[]> {
  return conversion.ok ? converted([conversion.value], conversion.losses) : conversion;
}

function chunks<T extends string>(
  sessionUpdate: T,
  conversion: Conversion<readonly v1.ContentChunk[]>,
): Conversion<readonly (v1.ContentChunk & { readonly sessionUpdate: T })[]> {
  return conversion.ok ? converted(conversion.value.map((chunk) => ({ sessionUpdate, ...chunk }))) : conversion;
}

function tagged<T extends string, V extends object>(
  sessionUpdate: T,
  conversion: Conversion<V>,
): Conversion<readonly (V & { readonly sessionUpdate: T })[]> {
  return conversion.ok ? converted([{ ...conversion.value, sessionUpdate }], conversion.losses) : conversion;
}

const rules: { readonly [T in Tag]: Rule<T> } = {
  user_message_chunk: (update) => one(contentChunkToV1(update)),
  agent_message_chunk: (update) => one(contentChunkToV1(update)),
  agent_thought_chunk: (update) => one(contentChunkToV1(update)),
  user_message: (update) => chunks('user_message_chunk', messageToV1(update)),
  agent_message: (update) => chunks('agent_message_chunk', messageToV1(update)),
  agent_thought: (update) => chunks('agent_thought_chunk', messageToV1(update)),
  tool_call_content_chunk: (update) => refused('tool-content-chunk', 'content', update.content.type),
  tool_call_update: (update) => tagged('tool_call_update', toolCallUpdateToV1(update)),
  plan_update: (update) => tagged('plan', planUpdateToV1(update)),
  available_commands_update: (update) => tagged('available_commands_update', availableCommandsUpdateToV1(update)),
  config_option_update: (update) => tagged('config_option_update', configOptionUpdateToV1(update)),
  session_info_update: (update) => converted([update]),
  usage_update: (update) => converted([update]),
  agent_message_clear: (update) => converted([update]),
  agent_thought_clear: (update) => converted([update]),
};

/** A session update as the v1 updates that say the same, on their own and without memory of what came before. */
export function sessionUpdateToV1(update: june.ReceivedSessionUpdate): Conversion<readonly v1.ReceivedSessionUpdate[]> {
  if (!june.isKnownReceivedSessionUpdate(update)) {
    return refused('unknown-session-update', 'sessionUpdate', update.sessionUpdate);
  }
  // The table is exhaustive by type; the compiler cannot follow the tag through the lookup.
  return (rules[update.sessionUpdate] as (update: june.KnownReceivedSessionUpdate) => ReturnType<Rule<Tag>>)(update);
}
