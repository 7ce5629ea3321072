import { type Conversion, converted, refused } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { availableCommandsUpdateToV2 } from './command.ts';
import { configOptionUpdateToV2 } from './config-option.ts';
import { contentChunkToV2, messageClearToV2 } from './message.ts';
import { planToV2 } from './plan.ts';
import { toolCallToV2, toolCallUpdateToV2 } from './tool-call.ts';

type Tag = v1.ReceivedSessionUpdate['sessionUpdate'];
type Update<T extends Tag> = Extract<v1.ReceivedSessionUpdate, { readonly sessionUpdate: T }>;
type Rule<T extends Tag> = (update: Update<T>) => Conversion<june.KnownSessionUpdate>;

function tagged<T extends string, V extends object>(
  sessionUpdate: T,
  conversion: Conversion<V>,
): Conversion<V & { readonly sessionUpdate: T }> {
  return conversion.ok ? converted({ ...conversion.value, sessionUpdate }, conversion.losses) : conversion;
}

const rules: { readonly [T in Tag]: Rule<T> } = {
  user_message_chunk: contentChunkToV2,
  agent_message_chunk: contentChunkToV2,
  agent_thought_chunk: contentChunkToV2,
  tool_call: ({ sessionUpdate: _, ...call }) => tagged('tool_call_update', toolCallToV2(call)),
  tool_call_update: ({ sessionUpdate: _, ...update }) => tagged('tool_call_update', toolCallUpdateToV2(update)),
  plan: ({ sessionUpdate: _, ...plan }) => tagged('plan_update', planToV2(plan)),
  available_commands_update: (update) => tagged('available_commands_update', availableCommandsUpdateToV2(update)),
  current_mode_update: (update) => refused('mode-update', 'currentModeId', update.currentModeId),
  config_option_update: (update) => tagged('config_option_update', configOptionUpdateToV2(update)),
  session_info_update: (update) => converted(update),
  usage_update: (update) => converted(update),
  agent_message_clear: (update) => tagged('agent_message', messageClearToV2(update)),
  agent_thought_clear: (update) => tagged('agent_thought', messageClearToV2(update)),
};

/** A session update as the v2 update that says the same, on its own and without memory of what came before. */
export function sessionUpdateToV2(update: v1.ReceivedSessionUpdate): Conversion<june.KnownSessionUpdate> {
  // The table is exhaustive by type; the compiler cannot follow the tag through the lookup.
  return (rules[update.sessionUpdate] as (update: v1.ReceivedSessionUpdate) => Conversion<june.KnownSessionUpdate>)(
    update,
  );
}
