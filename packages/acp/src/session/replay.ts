import type { KnownSessionUpdate, SessionUpdate } from '../protocol/v2/generated/session-update.ts';
import type { Message, MessageKind } from './message.ts';
import type { Plan } from './plan.ts';
import type { SessionState } from './state.ts';
import type { TimelineEntry } from './timeline.ts';
import type { ToolCall } from './tool-call.ts';

/**
 * The shortest updates that rebuild what a state shows, in the order of its timeline: one whole message a message, one update a tool call
 * and a plan, unknown updates as they came; then what is known of the session.
 */
export function replayOf(state: SessionState): SessionUpdate[] {
  const updates: SessionUpdate[] = [];
  for (const entry of state.timeline) {
    const update = updateOf(state, entry);
    if (update !== undefined) updates.push(update);
  }
  return [...updates, ...aboutSession(state)];
}

function updateOf(state: SessionState, entry: TimelineEntry): SessionUpdate | undefined {
  switch (entry.type) {
    case 'unknown':
      return entry.update;
    case 'message':
      return ifThere(state.messages.at(entry.index), wholeMessage);
    case 'toolCall':
      return ifThere(state.toolCalls.at(entry.index), wholeToolCall);
    case 'plan':
      return ifThere(state.plans.at(entry.index), wholePlan);
  }
}

function ifThere<T>(value: T | undefined, make: (value: T) => SessionUpdate): SessionUpdate | undefined {
  return value === undefined ? undefined : make(value);
}

const tags = { user: 'user_message', agent: 'agent_message', thought: 'agent_thought' } as const satisfies Record<
  MessageKind,
  KnownSessionUpdate['sessionUpdate']
>;

function wholeMessage(message: Message): SessionUpdate {
  return {
    sessionUpdate: tags[message.kind],
    messageId: message.messageId,
    content: message.content.toArray(),
    ...(message._meta === undefined ? {} : { _meta: message._meta }),
  };
}

function wholeToolCall(call: ToolCall): SessionUpdate {
  const { toolCallId, title, kind, status, content, locations, rawInput, rawOutput, _meta } = call;
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    ...(title === undefined ? {} : { title }),
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(content.length === 0 ? {} : { content: content.toArray() }),
    ...(locations.length === 0 ? {} : { locations }),
    ...(rawInput === undefined ? {} : { rawInput }),
    ...(rawOutput === undefined ? {} : { rawOutput }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}

function wholePlan(plan: Plan): SessionUpdate {
  return { sessionUpdate: 'plan_update', plan: plan.value, ...(plan._meta === undefined ? {} : { _meta: plan._meta }) };
}

function aboutSession(state: SessionState): SessionUpdate[] {
  const { availableCommands, configOptions, info, usage } = state;
  const updates: SessionUpdate[] = [];
  if (availableCommands.length > 0) updates.push({ sessionUpdate: 'available_commands_update', availableCommands });
  if (configOptions.length > 0) updates.push({ sessionUpdate: 'config_option_update', configOptions });
  if (info !== undefined) {
    updates.push({
      sessionUpdate: 'session_info_update',
      ...(info.title === undefined ? {} : { title: info.title }),
      ...(info.updatedAt === undefined ? {} : { updatedAt: info.updatedAt }),
      ...(info._meta === undefined ? {} : { _meta: info._meta }),
    });
  }
  if (usage !== undefined) {
    updates.push({
      sessionUpdate: 'usage_update',
      used: usage.used,
      size: usage.size,
      ...(usage.cost === undefined ? {} : { cost: usage.cost }),
      ...(usage._meta === undefined ? {} : { _meta: usage._meta }),
    });
  }
  return updates;
}
