import type { SessionState } from '@emend/acp';
import type {
  ReceivedSessionUpdate,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from '@emend/acp/protocol/june';
import {
  isFinal,
  type Message,
  messageKey,
  type Plan,
  type Table,
  type TimelineEntry,
  type ToolCall,
  turnOf,
} from '@emend/acp/session';
import { neutralLine, shortLine } from '../terminal/neutral.ts';
import { RowsBlock } from '../terminal/rows-block.ts';
import { painted, span, tone } from '../terminal/style.ts';
import { type Block, Transcript } from '../terminal/transcript.ts';
import { truncated } from '../terminal/width.ts';
import { wrapped } from '../terminal/wrap.ts';
import type { Layout } from './layout.ts';
import { MessageBlock } from './message-block.ts';
import { PlanBreaks } from './plan-breaks.ts';
import { planRows } from './plan-rows.ts';
import { largestSession } from './session-size.ts';
import { StoppedCalls } from './stopped-calls.ts';
import { toolCallDetails, toolCallHead } from './tool-rows.ts';

type Value = Message | ToolCall | Plan;

/** Something that was shown, and the way to lay it out anew; where only so many cells are within reach, no more than its end. */
interface Thing {
  readonly key: string;
  make(most?: number): Block;
}

/** How many things can be laid out anew when the terminal changes its size. */
const mostThings = 4_000;

/** How many rows of a turn are written again to show all of it. */
const mostRows = 10_000;

/** How much of a message's end is laid out anew at least, in characters. */
const leastEnd = 100_000;

/** A session on the screen: brings the rows up to date with each newer state. */
export class Conversation {
  readonly #transcript: Transcript;
  readonly #now: () => number;
  #layout: Layout;
  #state: SessionState | undefined;
  /** What is shown of each thing, by key; also of what has scrolled out. */
  readonly #shown = new Map<string, Value>();
  readonly #times = new Map<string, { start: number; end?: number }>();
  /** The calls whose row tells how long they have been running. */
  readonly #running = new Set<string>();
  readonly #stopped = new StoppedCalls();
  readonly #breaks = new PlanBreaks();
  /** The call whose details a question shows, and which need not stand here as well. */
  #asked: ToolCall | undefined;
  readonly #turnOf = new Map<string, number>();
  /** Everything in the order in which it was first shown, each with the way to lay it out anew. */
  #things: Thing[] = [];
  #notices = 0;
  /** Whether more was to be shown than can be kept. */
  isOverrun = false;

  constructor(layout: Layout, now: () => number) {
    this.#layout = layout;
    this.#now = now;
    this.#transcript = new Transcript((how) => this.#mark(how));
  }

  /** The rows that can still be changed. */
  rows(): string[] {
    return this.#transcript.rows();
  }

  /** Whether not everything is laid out yet; each time the rows are asked for, more of it is. */
  get isBehind(): boolean {
    return this.#transcript.isBehind;
  }

  /** Takes note that so many of the rows have scrolled out. */
  scrolledOut(count: number): void {
    this.#transcript.scrolledOut(count);
  }

  /** Adds a remark of our own below everything. */
  note(text: string, look: number = tone.dim): void {
    const make = (): Block => {
      const { width, looks } = this.#layout;
      const rows = text.split('\n').flatMap((line) => wrapped([span(neutralLine(line), look)], width));
      return new RowsBlock(rows.map((row) => painted(row, looks)));
    };
    this.#addNew(`note ${++this.#notices}`, make);
  }

  /** Shows a newer state. */
  show(state: SessionState): void {
    const before = this.#state;
    if (state === before) return;
    this.#state = state;
    // Turns are known by their number, which stays when a limit drops older ones.
    const turns = state.dropped.turns + state.turns.length;
    const seenTurns = before === undefined ? 0 : before.dropped.turns + before.turns.length;
    for (let number = Math.min(seenTurns, turns); number < turns; number++) this.#showTurn(state, number);
    this.#nameTurns(state);
    const gone = state.dropped.entries - (before?.dropped.entries ?? 0);
    if (gone > 0) this.#forget(state);
    const from = Math.max(0, (before?.timeline.length ?? 0) - gone);
    this.#showChanged(
      before?.messages,
      state.messages,
      (message) => this.#messageKey(message),
      (key, value) => this.#showMessage(key, value),
    );
    this.#showChanged(
      before?.toolCalls,
      state.toolCalls,
      ({ toolCallId }) => `call ${toolCallId}`,
      (key, value) => this.#showCall(key, value),
    );
    this.#showChanged(
      before?.plans,
      state.plans,
      ({ id }) => `plan ${id}`,
      (key, value) => this.#showPlan(key, value),
    );
    for (let index = from; index < state.timeline.length; index++)
      this.#showEntry(state, state.timeline.at(index) as TimelineEntry, index);
  }

  /** Takes note of an update of the agent that the state already has, though it may not have been shown. */
  updated(update: ReceivedSessionUpdate, state: SessionState): void {
    this.#breaks.updated(update, state);
    this.#stopped.updated(update, state);
  }

  /** Takes note of how a question was answered: a call that was rejected is shown as such, even if the agent never says so. */
  answered(request: RequestPermissionRequest, answer: string | RequestPermissionOutcome): void {
    const key = `call ${request.toolCall.toolCallId}`;
    const call = this.#shown.get(key) as ToolCall | undefined;
    this.#stopped.answered(request, answer, call);
    if (call !== undefined && this.#stopped.has(call)) this.#showCall(key, call);
  }

  /** Leaves out the details of a call as long as a question shows them; where a part has scrolled out already, they stay. */
  hideDetails(asked: ToolCall | undefined): void {
    const before = this.#asked;
    if (before === asked) return;
    this.#asked = asked !== undefined && this.#transcript.isWhole(`call ${asked.toolCallId}`) ? asked : undefined;
    if (before !== this.#asked)
      for (const call of [before, this.#asked]) if (call !== undefined) this.#showDetails(call);
  }

  #showDetails({ toolCallId }: ToolCall): void {
    const key = `call ${toolCallId}`;
    const call = this.#shown.get(key) as ToolCall | undefined;
    if (call !== undefined && call.content.length > 0) this.#showCall(key, call);
  }

  /** Lets the time of running calls go on, where their row can still be changed. */
  tick(): void {
    for (const key of this.#running) {
      const call = this.#shown.get(key);
      const block = this.#transcript.get(key);
      // What has scrolled out would be shown again for every second.
      if (block instanceof RowsBlock && call !== undefined && this.#transcript.isWhole(key))
        block.set(this.#callRows(call as ToolCall));
      else this.#running.delete(key);
    }
  }

  /** Lays everything out anew, as much from the end as fills so many rows or the last turn has; the rest counts as scrolled out. */
  layOut(layout: Layout, amount: number | 'turn'): void {
    this.#layout = layout;
    this.#transcript.clear();
    const blocks: [string, Block][] = [];
    const most = amount === 'turn' ? mostRows : amount;
    let total = 0;
    for (let index = this.#things.length - 1; index >= 0 && total < most; index--) {
      const { key, make } = this.#things[index] as Thing;
      const block = make((most - total) * layout.width);
      blocks.push([key, block]);
      do block.takeChange();
      while (block.isBehind === true);
      total += block.rows.length + 1;
      if (amount === 'turn' && key.startsWith('turn ')) break;
    }
    for (const [key, block] of blocks.reverse()) this.#transcript.add(key, block);
  }

  #addNew(key: string, make: (most?: number) => Block): void {
    this.#things.push({ key, make });
    if (this.#things.length > mostThings) this.#things = this.#things.slice(-mostThings / 2);
    this.#transcript.add(key, make());
  }

  /** New things are added in the order of the timeline, below; here only what was there before is brought up to date. */
  #showChanged<T extends Value>(
    before: Table<T> | undefined,
    after: Table<T>,
    keyOf: (value: T) => string,
    show: (key: string, value: T) => void,
  ): void {
    if (before === undefined || before === after) return;
    const changes = after.changesSince(before) ?? after.toArray().keys();
    for (const index of changes) {
      const value = after.at(index);
      if (value === undefined) continue;
      const key = keyOf(value);
      if (this.#shown.has(key) && this.#shown.get(key) !== value) show(key, value);
    }
  }

  #showEntry(state: SessionState, entry: TimelineEntry, index: number): void {
    if (entry.type === 'message') {
      const message = state.messages.at(entry.index) as Message;
      const key = this.#messageKey(message);
      if (this.#shown.get(key) !== message) this.#showMessage(key, message);
    } else if (entry.type === 'tool-call') {
      const call = state.toolCalls.at(entry.index) as ToolCall;
      const key = `call ${call.toolCallId}`;
      if (this.#shown.get(key) !== call) this.#showCall(key, call);
    } else if (entry.type === 'plan') {
      const plan = state.plans.at(entry.index) as Plan;
      const key = `plan ${plan.id}`;
      if (this.#shown.get(key) !== plan) this.#showPlan(key, plan);
    } else if (entry.type === 'unknown') {
      const { sessionUpdate } = entry.update;
      this.#addNew(`unknown ${state.dropped.entries + index}`, () => this.#unknownBlock(sessionUpdate));
    }
  }

  #showTurn(state: SessionState, number: number): void {
    const prompt = turnOf(state, number)?.prompt ?? [];
    const key = `turn ${number}`;
    this.#addNew(key, (most) => {
      const message = this.#shown.get(key);
      if (message !== undefined) return this.#messageBlock(message as Message, most);
      const block = new MessageBlock('user', this.#layout, this.#breaks);
      block.showPrompt(prompt);
      return block;
    });
  }

  /** A message laid out anew; where only so many cells are within reach, no more than its end. */
  #messageBlock(message: Message, most?: number): MessageBlock {
    const block = new MessageBlock(message.kind, this.#layout, this.#breaks);
    if (most === undefined) block.show(message);
    else block.showEnd(message, Math.max(most, leastEnd));
    return block;
  }

  /** A user message by which the agent accepted a prompt is shown in the place of the prompt. */
  #nameTurns(state: SessionState): void {
    for (let index = state.turns.length - 1; index >= Math.max(0, state.turns.length - 8); index--) {
      const id = state.turns.at(index)?.messageId;
      if (id !== undefined) this.#turnOf.set(messageKey('user', id), state.dropped.turns + index);
    }
  }

  #messageKey({ kind, messageId }: Message): string {
    const key = messageKey(kind, messageId);
    const turn = kind === 'user' ? this.#turnOf.get(key) : undefined;
    return turn === undefined ? key : `turn ${turn}`;
  }

  #showMessage(key: string, message: Message): void {
    const isKnown = this.#shown.has(key) || key.startsWith('turn ');
    this.#shown.set(key, message);
    const live = this.#transcript.get(key);
    if (live instanceof MessageBlock) {
      live.show(message);
      // A message without end keeps its rows although the session has long dropped their text.
      if (live.length > largestSession) this.isOverrun = true;
      return;
    }
    if (isKnown) this.#transcript.add(key, this.#messageBlock(message), 'corrected');
    else this.#addNew(key, (most) => this.#messageBlock((this.#shown.get(key) ?? message) as Message, most));
  }

  #showCall(key: string, call: ToolCall): void {
    this.#stopped.seen(call);
    this.#time(key, call);
    this.#showRows(key, call, (value) => this.#callRows(value as ToolCall));
  }

  #showPlan(key: string, plan: Plan): void {
    this.#showRows(key, plan, (value) => planRows(value as Plan, this.#layout));
  }

  #showRows(key: string, value: Value, rowsOf: (value: Value) => string[]): void {
    const isKnown = this.#shown.has(key);
    this.#shown.set(key, value);
    const live = this.#transcript.get(key);
    if (live instanceof RowsBlock) live.set(rowsOf(value));
    else if (isKnown) this.#transcript.add(key, new RowsBlock(rowsOf(value)), 'corrected');
    else this.#addNew(key, () => new RowsBlock(rowsOf(this.#shown.get(key) ?? value)));
  }

  #callRows(call: ToolCall): string[] {
    const head = toolCallHead(call, this.#stopped.statusOf(call), this.#layout, this.#took(`call ${call.toolCallId}`));
    // A question shows the content as it was when it was asked; what has changed since stands here.
    const isAsked = this.#asked?.toolCallId === call.toolCallId && this.#asked.content === call.content;
    return isAsked ? [head] : [head, ...toolCallDetails(call, this.#layout)];
  }

  #unknownBlock(tag: string): Block {
    const words = truncated(shortLine(`· an update of the type ${tag}`, 500), this.#layout.width - 2);
    return new RowsBlock([painted([span(`  ${words}`, tone.dim)], this.#layout.looks)]);
  }

  #time(key: string, call: ToolCall): void {
    const time = this.#times.get(key) ?? { start: this.#now() };
    this.#times.set(key, time);
    if (isFinal(call.status) || call.isCancelled || this.#stopped.has(call)) time.end ??= this.#now();
    if (time.end === undefined && call.status === 'in_progress') this.#running.add(key);
    else this.#running.delete(key);
  }

  #took(key: string): string {
    const time = this.#times.get(key);
    if (time === undefined) return '';
    if (time.end === undefined) {
      const seconds = Math.floor((this.#now() - time.start) / 1000);
      return seconds < 1 || !this.#running.has(key) ? '' : `${seconds} s`;
    }
    const milliseconds = time.end - time.start;
    return milliseconds < 100 ? '' : `${(milliseconds / 1000).toFixed(1)} s`;
  }

  /** Forgets what the session itself has forgotten. */
  #forget(state: SessionState): void {
    const kept = new Set<string>([
      ...state.messages.toArray().map((message) => this.#messageKey(message)),
      ...state.toolCalls.toArray().map(({ toolCallId }) => `call ${toolCallId}`),
      ...state.plans.toArray().map(({ id }) => `plan ${id}`),
    ]);
    for (const map of [this.#shown, this.#times]) for (const key of map.keys()) if (!kept.has(key)) map.delete(key);
  }

  #mark(how: 'emptied' | 'replaced'): string[] {
    const words = how === 'emptied' ? '⟲ Something above was taken back.' : '⟲ Something above has changed. It is now:';
    return [painted([span(truncated(words, this.#layout.width), tone.yellow)], this.#layout.looks)];
  }
}
