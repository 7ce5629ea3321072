import type * as june from '../june.ts';
import { availableCommandToV2 } from './command.ts';
import type { Crossing } from './crossing.ts';
import { crossChunk, crossClear } from './messages.ts';
import { crossMode, crossOptions } from './offers.ts';
import type { UpdateOfV1 } from './open-options.ts';
import { planToV2 } from './plan.ts';
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
  plan: (crossing, { sessionUpdate: _, ...plan }) => {
    const result = planToV2(plan);
    if (result.ok) crossing.send({ ...result.value, sessionUpdate: 'plan_update' });
  },
  available_commands_update: (crossing, update) => crossCommands(crossing, update),
  current_mode_update: crossMode,
  config_option_update: crossOptions,
  session_info_update: (crossing, update) => crossing.send(update),
  usage_update: (crossing, update) => crossing.send(update),
};

function crossCommands(crossing: Crossing, update: Update<'available_commands_update'>): void {
  let isSame = true;
  const availableCommands = update.availableCommands.map((command, index) => {
    const result = availableCommandToV2(command);
    if (!result.ok || result.value === command) return command;
    isSame = false;
    crossing.note({
      kind: 'repair',
      rule: 'command-type',
      path: `availableCommands[${index}].input.type`,
      lost: (command.input as { readonly type?: unknown }).type,
      done: 'left out',
    });
    return result.value;
  });
  crossing.send(isSame ? (update as june.SessionUpdate) : { ...update, availableCommands });
}

/** Whether v1, with the proposed clears, has this update. */
export function isV1Update(sessionUpdate: unknown): sessionUpdate is Tag {
  return typeof sessionUpdate === 'string' && Object.hasOwn(rules, sessionUpdate);
}

/** A session update on its way to a v2 client. */
export function crossUpdate(crossing: Crossing, update: UpdateOfV1): void {
  // The table is exhaustive by type; the compiler cannot follow the tag through the lookup.
  (rules[update.sessionUpdate] as (crossing: Crossing, update: UpdateOfV1) => void)(crossing, update);
}
