import type { MessageId } from '../protocol/base/generated/message.ts';
import { encodeBase64 } from '../protocol/base64.ts';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { KnownSessionUpdate, SessionUpdate } from '../protocol/june/generated/session-update.ts';
import type { ToolCallContent } from '../protocol/june/generated/tool-call.ts';
import { present } from '../protocol/reading/optional.ts';
import type { Compaction } from './compaction.ts';
import { type Message, type MessageKind, messageKey } from './message.ts';
import type { Plan } from './plan.ts';
import type { SessionState } from './state.ts';
import type { Terminal } from './terminal.ts';
import type { TimelineEntry } from './timeline.ts';
import type { ToolCall } from './tool-call.ts';
import { isUntold, type Turn } from './turn.ts';

/**
 * Returns the shortest list of updates that rebuilds what a state shows: first the terminals, then in the order of the timeline one update
 * for each message, tool call, plan and compaction, and unknown updates as they came; then commands, config options, info and usage.
 *
 * They are updates of June, except for what only November has: terminals, compactions, and names and capabilities of tool calls, which
 * are as on November's wire.
 *
 * A prompt that the agent did not repeat is included as a user message where its turn began.
 */
export function replayOf(state: SessionState, contentOf: ContentOf = wholeContent): SessionUpdate[] {
  const prompts = untoldPrompts(state);
  const updates: SessionUpdate[] = state.terminals.toArray().map(wholeTerminal);
  let place = 0;
  for (const entry of state.timeline) {
    for (const prompt of prompts.get(place) ?? []) updates.push(prompt);
    const update = updateOf(state, entry, contentOf);
    if (update !== undefined) updates.push(update);
    place += 1;
  }
  return [...updates, ...(prompts.get(place) ?? []), ...aboutSession(state)];
}

/** Returns the prompts that the agent did not repeat, by the place in the timeline where their turns began. */
function untoldPrompts(state: SessionState): ReadonlyMap<number, readonly SessionUpdate[]> {
  const prompts = new Map<number, SessionUpdate[]>();
  let number = state.dropped.turns;
  for (const turn of state.turns) {
    const update = untoldPrompt(state, turn, number);
    if (turn.start !== undefined && update !== undefined) {
      const places = prompts.get(turn.start) ?? [];
      places.push(update);
      prompts.set(turn.start, places);
    }
    number += 1;
  }
  return prompts;
}

/** Returns the prompt of a turn as a user message if the agent did not repeat it; `number` counts the turns of the session from 0. */
export function untoldPrompt(state: SessionState, turn: Turn, number: number): SessionUpdate | undefined {
  if (turn.start === undefined || !isUntold(turn)) return undefined;
  return { sessionUpdate: tags.user, messageId: freeId(state, number), content: turn.prompt };
}

/** Returns an id for the prompt of a turn: the same on each call, and not the id of a message. */
function freeId(state: SessionState, number: number): MessageId {
  let id = `prompt-${number}`;
  while (messageKinds.some((kind) => state.messages.indexOf(messageKey(kind, id)) !== -1)) id += "'";
  return id;
}

/** Returns how the content of a message is told. */
type ContentOf = (content: Message['content']) => readonly ContentBlock[];

const wholeContent: ContentOf = (content) => content.toArray();

function updateOf(state: SessionState, entry: TimelineEntry, contentOf: ContentOf): SessionUpdate | undefined {
  switch (entry.type) {
    case 'unknown':
      return entry.update;
    case 'message':
      return ifThere(state.messages.at(entry.index), (message) => wholeMessage(message, contentOf));
    case 'tool-call':
      return ifThere(state.toolCalls.at(entry.index), wholeToolCall);
    case 'plan':
      return ifThere(state.plans.at(entry.index), wholePlan);
    case 'compaction':
      return ifThere(state.compactions.at(entry.index), wholeCompaction);
  }
}

function ifThere<T>(value: T | undefined, make: (value: T) => SessionUpdate): SessionUpdate | undefined {
  return value === undefined ? undefined : make(value);
}

const tags = { user: 'user_message', agent: 'agent_message', thought: 'agent_thought' } as const satisfies Record<
  MessageKind,
  KnownSessionUpdate['sessionUpdate']
>;
const messageKinds = Object.keys(tags) as MessageKind[];

function wholeMessage(message: Message, contentOf: ContentOf): SessionUpdate {
  const { kind, messageId, content, _meta } = message;
  const update = { sessionUpdate: tags[kind], messageId, content: contentOf(content) };
  return _meta === undefined ? update : { ...update, _meta };
}

function wholeToolCall(call: ToolCall): SessionUpdate {
  const { toolCallId, name, title, kind, status, content, locations, rawInput, rawOutput, capabilities, _meta } = call;
  // Not by `present`, which is slower: a session that is loaded may have very many tool calls.
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    ...(name === undefined ? {} : { name }),
    ...(title === undefined ? {} : { title }),
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(content.length === 0 ? {} : { content: content.toArray() as readonly ToolCallContent[] }),
    ...(locations.length === 0 ? {} : { locations }),
    ...(rawInput === undefined ? {} : { rawInput }),
    ...(rawOutput === undefined ? {} : { rawOutput }),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}

function wholeTerminal(terminal: Terminal): SessionUpdate {
  const { terminalId, command, cwd, output, exitStatus, size, capabilities, _meta } = terminal;
  const data = output.length === 0 ? undefined : { data: encodeBase64(output.toBytes()) };
  const fields = present({ command, cwd, output: data, exitStatus, size, capabilities, _meta });
  return { sessionUpdate: 'terminal_update', terminalId, ...fields };
}

function wholeCompaction(compaction: Compaction): SessionUpdate {
  const { compactionId, status = 'in_progress', summary, error, _meta } = compaction;
  const content = summary.length === 0 ? undefined : summary.toArray();
  return { sessionUpdate: 'compaction_update', compactionId, status, ...present({ summary: content, error, _meta }) };
}

function wholePlan(plan: Plan): SessionUpdate {
  const { type, id, ...rest } = plan.value as { type: string; id: string };
  // June has no plans of these types, so they stay as on November's wire.
  if (type === 'file' || type === 'markdown') {
    const own = { type, planId: id, ...rest };
    return present({ sessionUpdate: 'plan_update', plan: own, _meta: plan._meta }) as unknown as SessionUpdate;
  }
  return present({ sessionUpdate: 'plan_update' as const, plan: plan.value, _meta: plan._meta });
}

function aboutSession(state: SessionState): SessionUpdate[] {
  const { availableCommands, configOptions, info, usage } = state;
  const updates: SessionUpdate[] = [];
  if (availableCommands.length > 0) updates.push({ sessionUpdate: 'available_commands_update', availableCommands });
  if (configOptions.length > 0) updates.push({ sessionUpdate: 'config_option_update', configOptions });
  if (info !== undefined) updates.push(present({ sessionUpdate: 'session_info_update' as const, ...info }));
  if (usage !== undefined) updates.push(present({ sessionUpdate: 'usage_update' as const, ...usage }));
  return updates;
}
