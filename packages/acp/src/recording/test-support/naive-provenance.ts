import type { SessionEvent } from '../../session/event.ts';
import type { SessionState } from '../../session/state.ts';
import type { PartOrigin } from '../provenance/part-origin.ts';
import type { Provenance } from '../provenance/provenance.ts';

/** An origin as plain values. */
export interface PlainOrigin {
  readonly created: number;
  readonly changed: number;
  readonly corrected: number | undefined;
  readonly fields: Readonly<Record<string, number>>;
  readonly content: readonly number[];
}

/** All origins of a session as plain values, by the keys of the parts. */
export interface PlainProvenance {
  readonly parts: ReadonlyMap<string, PlainOrigin>;
  readonly timeline: readonly number[];
}

/** A part as the model sees it: its fields as JSON, and its items with their places since the start of the list. */
interface Part {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly items: readonly unknown[];
  readonly list: string;
  readonly first: number;
  readonly isMessage: boolean;
}

/** The provenance by comparing whole states, written without a look at how states share what they hold. */
export class NaiveProvenance {
  #origins = new Map<string, PlainOrigin>();
  #timeline: readonly number[] = [];
  #before: { state: SessionState; origins: Map<string, PlainOrigin>; timeline: readonly number[] } | undefined;

  next(before: SessionState, event: SessionEvent, after: SessionState, frame: number): void {
    const replaced = replacedOutput(before, event, after);
    if (before.beforeLoad === undefined && after.beforeLoad !== undefined) {
      this.#before = { state: before, origins: this.#origins, timeline: this.#timeline };
    }
    if (this.#before !== undefined && after === before.beforeLoad) {
      this.#origins = this.#before.origins;
      this.#timeline = this.#before.timeline;
      this.#before = undefined;
      return;
    }
    if (this.#before !== undefined && before.beforeLoad !== undefined && after.beforeLoad !== undefined) {
      const { origins, timeline } = this.#before;
      this.#before = {
        state: after.beforeLoad,
        origins: compared(origins, before.beforeLoad, after.beforeLoad, undefined, frame),
        timeline,
      };
    }
    if (after.beforeLoad === undefined) this.#before = undefined;
    const origins = compared(this.#origins, before, after, replaced, frame);
    this.#timeline = timelineOf(after, origins, before, this.#timeline, frame);
    this.#origins = origins;
  }

  get value(): PlainProvenance {
    return { parts: this.#origins, timeline: this.#timeline };
  }
}

function compared(
  known: ReadonlyMap<string, PlainOrigin>,
  before: SessionState,
  after: SessionState,
  replaced: string | undefined,
  frame: number,
): Map<string, PlainOrigin> {
  const old = partsOf(before);
  const origins = new Map<string, PlainOrigin>();
  for (const [key, part] of partsOf(after, replaced)) {
    const was = old.get(key);
    const origin = was === undefined ? undefined : known.get(key);
    const fields: Record<string, number> = { ...origin?.fields };
    let isChanged = origin === undefined;
    for (const [name, value] of Object.entries(part.fields)) {
      if (JSON.stringify(was?.fields[name]) === JSON.stringify(value)) continue;
      fields[name] = frame;
      isChanged = true;
    }
    if (key === 'configOptions' || key === 'availableCommands') {
      for (const name of Object.keys(fields)) if (part.fields[name] === undefined) delete fields[name];
      isChanged ||= JSON.stringify(was?.fields) !== JSON.stringify(part.fields);
    }
    const content = part.items.map((item, index) => {
      const place = index + part.first;
      const isKept = was !== undefined && place >= was.first && was.items[place - was.first] === item;
      return isKept ? (origin?.content[place - was.first] as number) : frame;
    });
    const isSameList =
      part.items.length === (was?.items.length ?? 0) &&
      part.first === (was?.first ?? 0) &&
      part.items.every((item, index) => item === was?.items[index]);
    if (!isSameList) {
      fields[part.list] = frame;
      isChanged = true;
    }
    const isCorrected = part.isMessage && was !== undefined && !saidIn(part).startsWith(saidIn(was, part.first));
    const corrected = isCorrected ? frame : origin?.corrected;
    const created = origin?.created ?? frame;
    origins.set(key, isChanged ? { created, changed: frame, corrected, fields, content } : (origin as PlainOrigin));
  }
  return origins;
}

/** What a list says from a place on, character by character: two texts in a row are one, and anything else is a sign with its JSON. */
function saidIn({ items, first }: Part, from = first): string {
  return items
    .slice(Math.max(0, from - first))
    .map((item) => {
      const { type, text, ...others } = item as { readonly type: string; readonly text?: string };
      const isText = type === 'text' && Object.values(others).every((other) => other === null || other === undefined);
      return isText ? text : `\0${JSON.stringify(item)}\0`;
    })
    .join('');
}

/** Returns the terminal whose output an event has replaced: equal bytes are not the same ones then. */
function replacedOutput(before: SessionState, event: SessionEvent, after: SessionState): string | undefined {
  const { sessionUpdate, terminalId, output } = (event.type === 'update' ? event.update : {}) as {
    readonly sessionUpdate?: string;
    readonly terminalId?: string;
    readonly output?: unknown;
  };
  if (sessionUpdate !== 'terminal_update' || output === undefined || terminalId === undefined) return undefined;
  const isSame = before.terminals.get(terminalId)?.output === after.terminals.get(terminalId)?.output;
  return isSame ? undefined : terminalId;
}

/** All parts of a state. Every byte of the output of a terminal is an item. */
function partsOf(state: SessionState, replaced?: string): Map<string, Part> {
  const parts = new Map<string, Part>();
  const add = (key: string, fields: Part['fields'], items: readonly unknown[] = [], list = '', first = 0): void => {
    parts.set(key, { fields, items, list, first, isMessage: key.startsWith('message ') });
  };
  for (const { kind, messageId, _meta, content, droppedItems } of state.messages) {
    add(`message ${kind} ${messageId}`, { _meta }, content.toArray(), 'content', droppedItems);
  }
  for (const call of state.toolCalls) {
    const { name, title, kind, status, capabilities, _meta, content, droppedItems } = call;
    const fields = { name, title, kind, status, capabilities, _meta };
    add(
      `tool call ${call.toolCallId}`,
      {
        ...fields,
        locations: call.locations.length === 0 ? undefined : call.locations,
        rawInput: call.rawInput ?? call.droppedRawInput,
        rawOutput: call.rawOutput ?? call.droppedRawOutput,
        cancelled: call.isCancelled ? true : undefined,
      },
      content.toArray(),
      'content',
      droppedItems,
    );
  }
  for (const { id, value, _meta } of state.plans) {
    const { type, entries } = value as { readonly type: string; readonly entries?: unknown };
    add(`plan ${id}`, type === 'items' ? { entries, value: undefined, _meta } : { entries: undefined, value, _meta });
  }
  for (const { terminalId, command, cwd, exitStatus, size, capabilities, _meta, output } of state.terminals) {
    const bytes = Array.from(output.toBytes(), (byte) => (terminalId === replaced ? `new ${byte}` : byte));
    const fields = { command, cwd, exitStatus, size, capabilities, _meta };
    add(`terminal ${terminalId}`, fields, bytes, 'output', output.dropped);
  }
  for (const { compactionId, status, error, _meta, summary, droppedItems } of state.compactions) {
    add(`compaction ${compactionId}`, { status, error, _meta }, summary.toArray(), 'summary', droppedItems);
  }
  for (const [index, turn] of state.turns.toArray().entries()) {
    const { prompt, status, messageId, stopReason, error, isCancelled, start, end } = turn;
    add(`turn ${state.dropped.turns + index}`, {
      prompt: prompt.length === 0 ? undefined : prompt,
      status,
      message: messageId,
      stopReason,
      error,
      cancelled: isCancelled ? true : undefined,
      start: start === undefined ? undefined : true,
      end: end === undefined ? undefined : true,
    });
  }
  const { info, usage, configOptions, availableCommands } = state;
  if (info !== undefined) add('info', { ...info });
  if (usage !== undefined) add('usage', { ...usage });
  const named = (items: readonly (readonly [string, unknown])[]) => Object.fromEntries(items);
  if (configOptions.length > 0) add('configOptions', named(configOptions.map((option) => [option.id, option])));
  if (availableCommands.length > 0) {
    add('availableCommands', named(availableCommands.map((command) => [command.name, command])));
  }
  return parts;
}

/** The entries in the order of their parts; unknown updates are recognised by their objects. */
function timelineOf(
  after: SessionState,
  origins: ReadonlyMap<string, PlainOrigin>,
  before: SessionState,
  known: readonly number[],
  frame: number,
): readonly number[] {
  const unknown = new Map<unknown, number>();
  for (const [index, entry] of before.timeline.toArray().entries()) {
    if (entry.type === 'unknown') unknown.set(entry, known[index] as number);
  }
  return after.timeline.toArray().map((entry): number => {
    if (entry.type === 'unknown') return unknown.get(entry) ?? frame;
    return origins.get(keyOf(after, entry))?.created as number;
  });
}

function keyOf(state: SessionState, entry: { readonly type: string; readonly index: number }): string {
  const { index } = entry;
  switch (entry.type) {
    case 'message':
      return `message ${state.messages.at(index)?.kind} ${state.messages.at(index)?.messageId}`;
    case 'tool-call':
      return `tool call ${state.toolCalls.at(index)?.toolCallId}`;
    case 'plan':
      return `plan ${state.plans.at(index)?.id}`;
    default:
      return `compaction ${state.compactions.at(index)?.compactionId}`;
  }
}

/** A provenance as plain values, with the keys of the model; that of a terminal has a frame for each byte. */
export function plainProvenance(state: SessionState, provenance: Provenance): PlainProvenance {
  const parts = new Map<string, PlainOrigin>();
  const add = (key: string, origin: PartOrigin | undefined, content = origin?.content.toArray() ?? []): void => {
    if (origin === undefined) throw new Error(`${key} has no origin`);
    const { created, changed, corrected, fields } = origin;
    parts.set(key, { created, changed, corrected, fields, content });
  };
  const { messages, toolCalls, plans, terminals, compactions, turns } = provenance;
  for (const [index, { kind, messageId }] of state.messages.toArray().entries()) {
    add(`message ${kind} ${messageId}`, messages.at(index));
  }
  for (const [index, { toolCallId }] of state.toolCalls.toArray().entries()) {
    add(`tool call ${toolCallId}`, toolCalls.at(index));
  }
  for (const [index, { id }] of state.plans.toArray().entries()) add(`plan ${id}`, plans.at(index));
  for (const [index, { terminalId, output }] of state.terminals.toArray().entries()) {
    const frames = output.pieces
      .toArray()
      .flatMap((piece, place) => Array.from(piece, () => terminals.at(index)?.content.at(place) as number));
    add(`terminal ${terminalId}`, terminals.at(index), frames);
  }
  for (const [index, { compactionId }] of state.compactions.toArray().entries()) {
    add(`compaction ${compactionId}`, compactions.at(index));
  }
  for (let index = 0; index < state.turns.length; index++) add(`turn ${state.dropped.turns + index}`, turns.at(index));
  for (const key of ['info', 'usage', 'configOptions', 'availableCommands'] as const) {
    const origin = provenance[key];
    if (origin !== undefined) add(key, origin);
  }
  return { parts, timeline: provenance.timeline.toArray() };
}
