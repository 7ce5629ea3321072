import type { SessionState } from '@emend/acp';
import type {
  ContentBlock,
  ReceivedSessionUpdate,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from '@emend/acp/protocol/june';
import {
  type Compaction,
  type Message,
  messageKey,
  type Plan,
  type Sequence,
  type Table,
  type ToolCall,
} from '@emend/acp/session';
import { compactionKey, createScreen, planKey, type ScreenRow, toolCallKey } from '@emend/acp/view';
import { neutralLine, shortLine } from '../terminal/neutral.ts';
import { RowsBlock } from '../terminal/rows-block.ts';
import { painted, span, tone } from '../terminal/style.ts';
import { type Block, Transcript } from '../terminal/transcript.ts';
import { truncated } from '../terminal/width.ts';
import { wrapped } from '../terminal/wrap.ts';
import { CallTimes } from './call-times.ts';
import { compactionRows } from './compaction-rows.ts';
import type { Layout } from './layout.ts';
import { MessageBlock } from './message-block.ts';
import { NewNotices } from './notice-words.ts';
import { PlanBreaks } from './plan-breaks.ts';
import { planRows } from './plan-rows.ts';
import { PromptRows } from './prompt-rows.ts';
import { isSameWords } from './same-words.ts';
import { largestSession } from './session-size.ts';
import { ShownTerminals } from './shown-terminals.ts';
import { StoppedCalls } from './stopped-calls.ts';
import { toolCallDetails, toolCallHead } from './tool-rows.ts';

type Value = Message | ToolCall | Plan | Compaction;

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
  #layout: Layout;
  #state: SessionState | undefined;
  /** The state that was shown before, while a newer one is shown. */
  #before: SessionState | undefined;
  readonly #screen = createScreen();
  #rows: Sequence<ScreenRow> | undefined;
  /** What each row shows, by its key, also rows that have scrolled out; undefined for a prompt or an unknown update. */
  readonly #shown = new Map<string, Value | undefined>();
  readonly #prompts = new PromptRows();
  readonly #times: CallTimes;
  readonly #stopped = new StoppedCalls();
  readonly #breaks = new PlanBreaks();
  readonly #terminals = new ShownTerminals();
  readonly #agentNotices = new NewNotices();
  /** The call whose details a question shows, and which need not stand here as well. */
  #asked: ToolCall | undefined;
  /** Everything in the order in which it was first shown, each with the way to lay it out anew. */
  #things: Thing[] = [];
  #notices = 0;
  /** Whether more was to be shown than can be kept. */
  isOverrun = false;

  constructor(layout: Layout, now: () => number) {
    this.#layout = layout;
    this.#times = new CallTimes(now);
    this.#transcript = new Transcript((how) => changeMark(how, this.#layout));
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
    this.#before = before;
    const rows = this.#newRows(this.#screen(state));
    for (const row of rows) this.#prompts.seen(row);
    if (state.dropped.entries > (before?.dropped.entries ?? 0)) this.#forget(state, rows);
    // A correction of what stands above a new prompt is mostly an answer to it, and comes below it.
    const firstBelow = rows.findLastIndex((row) => isOfPrompt(row) && !this.#shown.has(row.key)) + 1;
    for (const row of rows.slice(0, firstBelow)) this.#showRow(state, row);
    this.#showChanged(
      before?.messages,
      state.messages,
      (message) => this.#prompts.keyOfMessage(message),
      (key, value) => this.#showMessage(key, value),
    );
    this.#showChanged(
      before?.toolCalls,
      state.toolCalls,
      ({ toolCallId }) => toolCallKey(toolCallId),
      (key, value) => this.#showCall(key, value),
    );
    this.#showChanged(
      before?.plans,
      state.plans,
      ({ id }) => planKey(id),
      (key, value) => this.#showPlan(key, value),
    );
    this.#showChanged(
      before?.compactions,
      state.compactions,
      ({ compactionId }) => compactionKey(compactionId),
      (key, value) => this.#showCompaction(key, value),
    );
    for (const toolCallId of this.#terminals.changed(before?.terminals, state.terminals)) this.#showAgain(toolCallId);
    for (const row of rows.slice(firstBelow)) this.#showRow(state, row);
    for (const { text, look } of this.#agentNotices.newIn(state)) this.note(text, look);
    this.#before = undefined;
  }

  /** Shows a tool call again whose terminal has changed. */
  #showAgain(toolCallId: string): void {
    const key = toolCallKey(toolCallId);
    const call = this.#shown.get(key);
    if (call !== undefined) this.#showCall(key, call as ToolCall);
  }

  /** Returns the rows that may be new: those at the end if the screen only grew, else all. */
  #newRows(rows: Sequence<ScreenRow>): ScreenRow[] {
    const before = this.#rows;
    this.#rows = rows;
    if (before === rows) return [];
    const last = before?.last();
    const isLonger = before !== undefined && last !== undefined && rows.at(before.length - 1) === last;
    return rows.toArray(isLonger ? before.length : 0);
  }

  /** Takes note of an update of the agent that the state already has, though it may not have been shown. */
  updated(update: ReceivedSessionUpdate, state: SessionState): void {
    this.#breaks.updated(update, state);
    this.#stopped.updated(update, state);
  }

  /** Takes note of how a question was answered: a call that was rejected is shown as such, even if the agent never says so. */
  answered(request: RequestPermissionRequest, answer: string | RequestPermissionOutcome): void {
    const key = toolCallKey(request.toolCall.toolCallId);
    const call = this.#shown.get(key) as ToolCall | undefined;
    this.#stopped.answered(request, answer, call);
    if (call !== undefined && this.#stopped.has(call)) this.#showCall(key, call);
  }

  /** Leaves out the details of a call as long as a question shows them; where a part has scrolled out already, they stay. */
  hideDetails(asked: ToolCall | undefined): void {
    const before = this.#asked;
    if (before === asked) return;
    this.#asked = asked !== undefined && this.#transcript.isWhole(toolCallKey(asked.toolCallId)) ? asked : undefined;
    if (before !== this.#asked)
      for (const call of [before, this.#asked]) if (call !== undefined) this.#showDetails(call);
  }

  #showDetails({ toolCallId }: ToolCall): void {
    const key = toolCallKey(toolCallId);
    const call = this.#shown.get(key) as ToolCall | undefined;
    if (call !== undefined && call.content.length > 0) this.#showCall(key, call);
  }

  /** Lets the time of running calls go on, where their row can still be changed. */
  tick(): void {
    for (const key of this.#times.running) {
      const call = this.#shown.get(key);
      const block = this.#transcript.get(key);
      // What has scrolled out would be shown again for every second.
      if (block instanceof RowsBlock && call !== undefined && this.#transcript.isWhole(key))
        block.set(this.#callRows(call as ToolCall));
      else this.#times.stop(key);
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
      if (amount === 'turn' && isOfPrompt({ key })) break;
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

  /** Adds a row, unless it is there; the order is that in which rows are first seen, as rows above cannot be inserted. */
  #showRow(state: SessionState, row: ScreenRow): void {
    const key = this.#prompts.keyOf(row);
    if (this.#shown.has(key)) return;
    if (row.type === 'prompt') {
      this.#shown.set(key, undefined);
      this.#addNew(key, (most) => this.#promptBlock(key, row.prompt, most));
    } else if (row.type === 'unknown') {
      this.#shown.set(key, undefined);
      this.#addNew(key, () => this.#unknownBlock(row.update.sessionUpdate));
    } else {
      const value = shownBy(state, row);
      if (value === undefined) return;
      if (row.type === 'message') this.#showMessage(key, value as Message);
      else if (row.type === 'plan') this.#showPlan(key, value as Plan);
      else if (row.type === 'compaction') this.#showCompaction(key, value as Compaction);
      else this.#showCall(key, value as ToolCall);
    }
  }

  #promptBlock(key: string, prompt: readonly ContentBlock[], most?: number): MessageBlock {
    const message = this.#shown.get(key);
    if (message !== undefined) return this.#messageBlock(message as Message, most);
    const block = new MessageBlock('user', this.#layout, this.#breaks);
    block.showPrompt(prompt);
    return block;
  }

  /** A message laid out anew; where only so many cells are within reach, no more than its end. */
  #messageBlock(message: Message, most?: number): MessageBlock {
    const block = new MessageBlock(message.kind, this.#layout, this.#breaks);
    if (most === undefined) block.show(message);
    else block.showEnd(message, Math.max(most, leastEnd));
    return block;
  }

  #showMessage(key: string, message: Message): void {
    const isKnown = this.#shown.has(key);
    const shown = this.#shown.get(key) as Message | undefined;
    this.#shown.set(key, message);
    const live = this.#transcript.get(key);
    if (live instanceof MessageBlock) {
      live.show(message);
      // A message without end keeps its rows although the session has long dropped their text.
      if (live.length > largestSession) this.isOverrun = true;
      return;
    }
    // A session that was loaded again has other values, which may well say the same.
    if (shown !== undefined && isSameWords(shown, message)) return;
    if (isKnown) this.#transcript.add(key, this.#messageBlock(message), 'corrected');
    else this.#addNew(key, (most) => this.#messageBlock((this.#shown.get(key) ?? message) as Message, most));
  }

  #showCall(key: string, call: ToolCall): void {
    this.#stopped.seen(call);
    this.#terminals.seen(call);
    this.#times.seen(key, call, this.#stopped.has(call));
    this.#showRows(key, call, (value, state) => this.#callRows(value as ToolCall, state));
  }

  #showPlan(key: string, plan: Plan): void {
    this.#showRows(key, plan, (value) => planRows(value as Plan, this.#layout));
  }

  #showCompaction(key: string, compaction: Compaction): void {
    this.#showRows(key, compaction, (value) => compactionRows(value as Compaction, this.#layout));
  }

  #showRows(key: string, value: Value, rowsOf: (value: Value, state?: SessionState) => string[]): void {
    const isKnown = this.#shown.has(key);
    const shown = this.#shown.get(key);
    this.#shown.set(key, value);
    const live = this.#transcript.get(key);
    if (live instanceof RowsBlock) live.set(rowsOf(value));
    else if (!isKnown) this.#addNew(key, () => new RowsBlock(rowsOf(this.#shown.get(key) ?? value)));
    else {
      const rows = rowsOf(value);
      const before = shown === undefined || this.#before === undefined ? [] : rowsOf(shown, this.#before);
      if (rows.join('\n') !== before.join('\n')) this.#transcript.add(key, new RowsBlock(rows), 'corrected');
    }
  }

  #callRows(call: ToolCall, state = this.#state): string[] {
    const head = toolCallHead(
      call,
      this.#stopped.statusOf(call),
      this.#layout,
      this.#times.took(toolCallKey(call.toolCallId)),
    );
    // A question shows the content as it was when it was asked; what has changed since stands here.
    const isAsked = this.#asked?.toolCallId === call.toolCallId && this.#asked.content === call.content;
    const find = (terminalId: string) => state?.terminals.get(terminalId);
    return isAsked ? [head] : [head, ...toolCallDetails(call, this.#layout, find)];
  }

  #unknownBlock(tag: string): Block {
    const words = truncated(shortLine(`· an update of the type ${tag}`, 500), this.#layout.width - 2);
    return new RowsBlock([painted([span(`  ${words}`, tone.dim)], this.#layout.looks)]);
  }

  /** Forgets what the session itself has dropped. */
  #forget(state: SessionState, rows: readonly ScreenRow[]): void {
    const kept = new Set<string>();
    for (const row of rows) {
      const key = this.#prompts.keyOf(row);
      kept.add(key);
      // The row of a prompt outlives the message in it.
      if (this.#shown.has(key) && shownBy(state, row) === undefined) this.#shown.set(key, undefined);
    }
    for (const key of this.#shown.keys()) if (!kept.has(key)) this.#shown.delete(key);
    this.#times.keepOnly(kept);
    this.#prompts.keepOnly(kept);
  }
}

/** Returns the remark above what is shown again because it has changed further up. */
function changeMark(how: 'emptied' | 'replaced', { width, looks }: Layout): string[] {
  const words = how === 'emptied' ? '⟲ Something above was taken back.' : '⟲ Something above has changed. It is now:';
  return [painted([span(truncated(words, width), tone.yellow)], looks)];
}

function isOfPrompt({ key }: { readonly key: string }): boolean {
  return key.startsWith('prompt ');
}

function shownBy(state: SessionState, row: ScreenRow): Value | undefined {
  switch (row.type) {
    case 'message':
      return state.messages.get(messageKey(row.kind, row.messageId));
    case 'tool-call':
      return state.toolCalls.get(row.toolCallId);
    case 'plan':
      return state.plans.get(row.planId);
    case 'compaction':
      return state.compactions.get(row.compactionId);
    default:
      return undefined;
  }
}
