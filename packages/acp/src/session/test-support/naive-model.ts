import { isDeepStrictEqual } from 'node:util';
import type { SessionEvent } from '../event.ts';

/**
 * The rules once more, as plainly as they can be written: nothing is kept but lists, and everything is searched from the start. It shares
 * no code with the reducer, so that both are wrong in the same way only if the rules are.
 */

type Json = Record<string, unknown>;

interface NaiveMessage {
  kind: string;
  messageId: string;
  content: Json[];
  _meta?: unknown;
}

interface NaiveCall {
  wire: Json;
  turn: number;
  cancelled: boolean;
}

interface NaiveTurn {
  prompt: Json[];
  requestId: unknown;
  status: string;
  message?: string;
  stopReason?: string;
  error?: string;
  cancelled: boolean;
  start?: number;
  end?: number;
}

interface NaiveState {
  messages: NaiveMessage[];
  calls: NaiveCall[];
  plans: { id: string; folded: Json }[];
  timeline: Json[];
  availableCommands: unknown;
  configOptions: unknown;
  info: Json;
  usage: Json | undefined;
  turns: NaiveTurn[];
  permissions: Json[];
  diagnostics: Json[];
  phase: string;
  before: NaiveState | undefined;
  current: Record<string, string | undefined>;
  lateTurn: boolean;
}

function blank(): NaiveState {
  return {
    messages: [],
    calls: [],
    plans: [],
    timeline: [],
    availableCommands: [],
    configOptions: [],
    info: {},
    usage: undefined,
    turns: [],
    permissions: [],
    diagnostics: [],
    phase: 'live',
    before: undefined,
    current: {},
    lateTurn: false,
  };
}

const known: Record<string, string[]> = {
  block: ['text', 'image', 'audio', 'resource_link', 'resource'],
  item: ['content', 'diff'],
  plan: ['items'],
};

const kindOf: Record<string, string> = {
  user_message: 'user',
  user_message_chunk: 'user',
  agent_message: 'agent',
  agent_message_chunk: 'agent',
  agent_message_clear: 'agent',
  agent_thought: 'thought',
  agent_thought_chunk: 'thought',
  agent_thought_clear: 'thought',
};

/** Folds events by the naive model, as JSON without the words of the diagnostics. */
export function naiveFold(events: readonly SessionEvent[]): Json {
  let state = blank();
  for (const event of events) state = naiveStep(state, structuredClone(event) as unknown as Json);
  return naiveFolded(state);
}

function naiveStep(state: NaiveState, event: Json): NaiveState {
  const say = (code: string) => state.diagnostics.push(event.at === undefined ? { code } : { code, at: event.at });
  const open = () => state.turns.filter((turn) => turn.status !== 'ended');
  switch (event.type) {
    case 'update':
      if (((event.repairs as unknown[]) ?? []).length > 0) say('malformed_part');
      naiveUpdate(state, event.update as Json, say);
      return state;
    case 'malformed':
      say('malformed_update');
      return state;
    case 'prompt_sent': {
      const isFirst = open().length === 0;
      if (isFirst) state.current = {};
      state.turns.push({
        prompt: event.prompt as Json[],
        requestId: event.requestId,
        status: 'sent',
        cancelled: false,
        ...(isFirst ? { start: state.timeline.length } : {}),
      });
      state.lateTurn = false;
      return state;
    }
    case 'turn_ended': {
      const turn = open().find((one) => event.requestId === undefined || one.requestId === event.requestId);
      if (turn === undefined && state.before !== undefined) state.before = naiveStep(state.before, event);
      if (turn === undefined) return state;
      const number = state.turns.indexOf(turn);
      const isRunning = open()[0] === turn;
      turn.status = 'ended';
      turn.start ??= state.timeline.length;
      turn.end = state.timeline.length;
      if (event.stopReason !== undefined) turn.stopReason = event.stopReason as string;
      if (event.error !== undefined) turn.error = event.error as string;
      if (event.stopReason === 'cancelled') turn.cancelled = true;
      const unfinished = state.calls.filter((call) => call.turn === number && !isDone(call.wire.status));
      for (const call of unfinished) {
        if (turn.cancelled) call.cancelled = true;
        else say('tool_call_left_open');
      }
      if (isRunning) {
        const next = open()[0];
        if (next !== undefined) next.start = state.timeline.length;
        state.current = {};
        state.permissions = [];
        state.lateTurn = false;
      }
      return state;
    }
    case 'cancel_sent': {
      if (open().length === 0 && state.turns.length > 0) return state;
      const numbers = open().length === 0 ? [-1] : open().map((turn) => state.turns.indexOf(turn));
      for (const call of state.calls) {
        if (numbers.includes(call.turn) && !isDone(call.wire.status)) call.cancelled = true;
      }
      for (const turn of open()) turn.cancelled = true;
      state.permissions = [];
      return state;
    }
    case 'permission_opened': {
      const update = event.toolCall as Json;
      const isNew = !state.calls.some((call) => call.wire.toolCallId === update.toolCallId);
      naiveRunning(state);
      naiveToolCall(state, update, say);
      if (isNew) say('permission_unannounced');
      state.permissions = state.permissions.filter((one) => one.requestId !== event.requestId);
      state.permissions.push({ requestId: event.requestId, toolCallId: update.toolCallId, options: event.options });
      return state;
    }
    case 'permission_answered':
      state.permissions = state.permissions.filter((one) => one.requestId !== event.requestId);
      return state;
    case 'load_started':
      return { ...blank(), diagnostics: [...state.diagnostics], phase: 'replaying', before: state.before ?? state };
    case 'load_ended':
      return state.phase === 'replaying' ? { ...state, phase: 'loaded', before: undefined } : state;
    case 'load_failed':
      return state.phase === 'replaying' && state.before !== undefined ? state.before : state;
    case 'configured':
      state.configOptions = event.configOptions;
      return state;
    default:
      throw new Error(`the model does not know ${String(event.type)}`);
  }
}

function isDone(status: unknown): boolean {
  return status === 'completed' || status === 'failed';
}

function naiveRunning(state: NaiveState): void {
  const turn = state.turns.find((one) => one.status !== 'ended');
  if (turn?.status === 'sent') turn.status = 'running';
}

function naiveUpdate(state: NaiveState, update: Json, say: (code: string) => void): void {
  const tag = update.sessionUpdate as string;
  if (tag === 'available_commands_update') state.availableCommands = update.availableCommands;
  else if (tag === 'config_option_update') state.configOptions = update.configOptions;
  else if (tag === 'session_info_update') naivePatch(state.info, update, ['title', 'updatedAt', '_meta']);
  else if (tag === 'usage_update') {
    state.usage = { used: update.used, size: update.size };
    if (update.cost !== undefined && update.cost !== null) state.usage.cost = update.cost;
    if (update._meta !== undefined && update._meta !== null) state.usage._meta = update._meta;
  } else {
    const isTurnOpen = state.turns.some((turn) => turn.status !== 'ended');
    if (isTurnOpen) naiveRunning(state);
    else if (state.turns.length > 0 && !state.lateTurn) {
      state.lateTurn = true;
      say('update_after_turn');
    }
    naiveTimelineUpdate(state, tag, update, say);
  }
}

function naiveTimelineUpdate(state: NaiveState, tag: string, update: Json, say: (code: string) => void): void {
  const kind = kindOf[tag];
  if (kind !== undefined && tag.endsWith('_clear')) {
    const id = update.messageId ?? state.current[kind];
    if (id === undefined) say('nothing_to_clear');
    else naiveMessage(state, kind, { messageId: id, content: [] }, say);
  } else if (kind !== undefined && tag.endsWith('_chunk')) {
    const has = state.messages.find((one) => one.kind === kind && one.messageId === update.messageId);
    const content = [...(has?.content ?? []), update.content as Json];
    naiveMessage(state, kind, { messageId: update.messageId, content }, () => undefined, 'chunk', say);
    naiveTag('block', update.content as Json, say);
  } else if (kind !== undefined) {
    naiveMessage(state, kind, update, say);
    for (const block of (update.content as Json[] | null | undefined) ?? []) naiveTag('block', block, say);
  } else if (tag === 'tool_call_update') {
    naiveToolCall(state, update, say);
  } else if (tag === 'tool_call_content_chunk') {
    const has = state.calls.find((call) => call.wire.toolCallId === update.toolCallId);
    const content = [...((has?.wire.content as Json[]) ?? []), update.content];
    naiveToolCall(state, { toolCallId: update.toolCallId, content }, () => undefined);
    naiveItem(update.content as Json, say);
  } else if (tag === 'plan_update') {
    naivePlan(state, update, say);
  } else {
    state.timeline.push({ unknown: update });
    if (!tag.startsWith('_')) say('unknown_tag');
  }
}

function naiveTag(what: string, value: Json, say: (code: string) => void): void {
  const type = value.type as string;
  if (!known[what]?.includes(type) && !type.startsWith('_')) say('unknown_tag');
}

function naiveItem(item: Json, say: (code: string) => void): void {
  naiveTag('item', item, say);
  if (item.type === 'content') naiveTag('block', item.content as Json, say);
}

function naivePatch(target: Json, update: Json, fields: string[]): void {
  for (const field of fields) {
    if (!(field in update) || update[field] === undefined) continue;
    if (update[field] === null) delete target[field];
    else target[field] = update[field];
  }
}

function naiveMessage(
  state: NaiveState,
  kind: string,
  update: Json,
  say: (code: string) => void,
  by = 'whole',
  sayNew = say,
): void {
  const id = update.messageId as string;
  let message = state.messages.find((one) => one.kind === kind && one.messageId === id);
  const isNew = message === undefined;
  if (message === undefined) {
    message = { kind, messageId: id, content: [] };
    if (state.messages.some((one) => one.messageId === id)) sayNew('id_in_two_kinds');
    state.messages.push(message);
    state.timeline.push({ message: id, kind });
  }
  naivePatch(message as unknown as Json, update, ['_meta']);
  if (update.content !== undefined) message.content = (update.content as Json[] | null) ?? [];
  if (kind !== 'user') {
    if (isNew || update.content !== undefined) state.current[kind] = id;
  } else if (isNew) naiveEcho(state, message, by);
}

function naiveEcho(state: NaiveState, message: NaiveMessage, by: string): void {
  const open = state.turns.filter((turn) => turn.status !== 'ended');
  if (open.length === 0) state.current = {};
  const text = (blocks: Json[]) =>
    blocks
      .filter((block) => block.type === 'text')
      .map((block) => block.text)
      .join('');
  const said = text(message.content);
  for (const turn of open) {
    if (turn.message !== undefined) continue;
    const asked = text(turn.prompt);
    const looksAlike =
      said === ''
        ? message.content.length > 0 && isDeepStrictEqual(message.content[0], turn.prompt[0])
        : by === 'chunk'
          ? asked.slice(0, said.length) === said
          : asked === said;
    if (state.phase === 'live' || looksAlike) {
      turn.message = message.messageId;
      return;
    }
  }
}

function naiveToolCall(state: NaiveState, update: Json, say: (code: string) => void): void {
  let call = state.calls.find((one) => one.wire.toolCallId === update.toolCallId);
  const before = call === undefined ? undefined : structuredClone(call);
  if (call === undefined) {
    call = { wire: { toolCallId: update.toolCallId, content: [], locations: [] }, turn: -1, cancelled: false };
    state.calls.push(call);
    state.timeline.push({ toolCall: update.toolCallId });
  }
  naivePatch(call.wire, update, ['title', 'kind', 'status', 'content', 'locations', 'rawInput', 'rawOutput', '_meta']);
  call.wire.content ??= [];
  call.wire.locations ??= [];
  if (isDone(call.wire.status)) call.cancelled = false;
  if (before === undefined || !isDeepStrictEqual(before, call)) {
    call.turn = state.turns.findIndex((turn) => turn.status !== 'ended');
  }
  if (before !== undefined && isDone(before.wire.status) && !isDone(call.wire.status)) say('status_reopened');
  for (const item of (update.content as Json[] | null | undefined) ?? []) naiveItem(item, say);
}

function naivePlan(state: NaiveState, update: Json, say: (code: string) => void): void {
  const plan = update.plan as Json;
  let folded: Json = plan;
  if (plan.type === 'items') {
    folded = { id: plan.id, entries: plan.entries };
    const meta = update._meta ?? plan._meta;
    if (meta !== undefined && meta !== null) folded._meta = meta;
  }
  const place = state.plans.findIndex((one) => one.id === plan.id);
  if (place === -1) {
    state.plans.push({ id: plan.id as string, folded });
    state.timeline.push({ plan: plan.id });
  } else state.plans[place] = { id: plan.id as string, folded };
  naiveTag('plan', plan, say);
}

function naiveFolded(state: NaiveState): Json {
  const folded: Json = {
    messages: state.messages,
    toolCalls: state.calls.map(({ wire }) => ({
      ...wire,
      kind: wire.kind ?? 'other',
      status: wire.status ?? 'pending',
    })),
    plans: state.plans.map((plan) => plan.folded),
    timeline: state.timeline.map((entry) => {
      if (entry.kind === undefined) return entry;
      const isShared = state.messages.filter((one) => one.messageId === entry.message).length > 1;
      return isShared ? entry : { message: entry.message };
    }),
    availableCommands: state.availableCommands,
    configOptions: state.configOptions,
    diagnostics: state.diagnostics,
  };
  if (Object.keys(state.info).length > 0) folded.info = state.info;
  if (state.usage !== undefined) folded.usage = state.usage;
  if (state.permissions.length > 0) folded.permissions = state.permissions;
  if (state.turns.length > 0) {
    folded.turns = state.turns.map(({ prompt, requestId: _, cancelled, ...turn }, number) => {
      const ids = state.calls
        .filter((call) => call.cancelled && call.turn === number)
        .map((call) => call.wire.toolCallId);
      return {
        ...turn,
        ...(turn.message === undefined && prompt.length > 0 ? { prompt } : {}),
        ...(cancelled ? { cancelled } : {}),
        ...(turn.stopReason === 'refusal' ? { outOfContext: true } : {}),
        ...(ids.length > 0 ? { cancelledToolCalls: ids } : {}),
      };
    });
  }
  return folded;
}
