import type * as v1 from '../v1.ts';
import { type TerminalNews, wordsOf } from './terminal-news.ts';

type Content = readonly v1.ToolCallContent[];

/** How many characters of output are kept of one terminal, and of all terminals of a session. */
export const mostKept = { one: 2 ** 20, all: 8 * 2 ** 20 } as const;

/** A terminal that the agent runs itself. */
export interface ToldTerminal {
  readonly id: string;
  /** The last part of the output, then how the command ended. */
  text: string;
  /** The end of the text that the client does not have yet; kept separately, because slicing a growing text would copy it each time. */
  unsent: string;
  /** A high surrogate whose low surrogate has not arrived yet. */
  half: string;
  /** Whether the client has the beginning of the text, so that it can be continued. */
  isShown: boolean;
  /** How many pieces the client has got since it got the output as a whole. */
  pieces: number;
  /** How many characters were appended to tool calls whose content is not known. */
  appended: number;
  /** How often the beginning of the text was cut off. */
  cuts: number;
  isEnded: boolean;
  /** Whether the agent has replaced the content that showed it. */
  isReplaced: boolean;
  /** The tool calls that show it. */
  readonly calls: Set<string>;
}

function newTerminal(id: string): ToldTerminal {
  const flags = { isShown: false, isEnded: false, isReplaced: false };
  return { id, text: '', unsent: '', half: '', pieces: 0, appended: 0, cuts: 0, ...flags, calls: new Set() };
}

/** Returns a text without a high surrogate at its end, and that surrogate. */
function withoutHalf(text: string): readonly [string, string] {
  const isHalf = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
  return isHalf ? [text.slice(0, -1), text.slice(-1)] : [text, ''];
}

/** Returns the end of a text, starting at a whole character. */
function tailOf(text: string, length: number): string {
  const start = text.length - length;
  const isHalf = (text.charCodeAt(start) & 0xfc00) === 0xdc00;
  return text.slice(isHalf ? start + 1 : start);
}

/** How much may be sent for one tool call, so that the total stays within a small multiple of what the agent sent. */
interface Allowance {
  /** In characters. The content may be sent as a whole while this is not negative. */
  left: number;
  /** Whether the call has ended before. */
  hasEnded: boolean;
}

/** The allowance that a tool call starts with, and the size of the JSON around a text; in characters. */
const slack = 16 * 1024;
const wrapping = 128;

/** Tool content, and the terminal at its end, to which output can be appended. */
interface Shown {
  readonly content: Content;
  readonly atEnd: string | undefined;
}

function shownOf(content: Content): Shown {
  const last = content.at(-1);
  const terminalId = last?.type === 'terminal' ? last.terminalId : undefined;
  const isBefore = content.some((item, index) => {
    return index < content.length - 1 && item.type === 'terminal' && item.terminalId === terminalId;
  });
  return { content, atEnd: isBefore ? undefined : terminalId };
}

/** The terminals of one session that its agent runs itself, and the tool calls that show them. */
export class ToldTerminals {
  readonly #terminals = new Map<string, ToldTerminal>();
  /** The content, as the agent sent it, of the tool calls that show terminals. */
  readonly #contents = new Map<string, Shown>();
  /** The terminal that each tool call named last. */
  readonly #named = new Map<string, string>();
  /** The terminals whose output was appended to tool calls whose content is not known. */
  readonly #appended = new Map<string, Set<string>>();
  readonly #allowances = new Map<string, Allowance>();
  #size = 0;

  /** Returns a terminal, and creates it if it is new. */
  of(id: string): ToldTerminal {
    let found = this.#terminals.get(id);
    if (found === undefined) {
      found = newTerminal(id);
      this.#terminals.set(id, found);
    }
    return found;
  }

  /** Returns the content of a tool call, if it shows terminals. */
  contentOf(toolCallId: string): Content | undefined {
    return this.#contents.get(toolCallId)?.content;
  }

  /** Returns the tool call that ends with a terminal, if no other one shows the terminal: its output can be appended there. */
  placeAtEnd(terminal: ToldTerminal): string | undefined {
    const [toolCallId, another] = terminal.calls;
    if (toolCallId === undefined || another !== undefined) return undefined;
    return this.#contents.get(toolCallId)?.atEnd === terminal.id ? toolCallId : undefined;
  }

  /** Returns the terminals that a tool call shows. */
  shownBy(toolCallId: string): readonly ToldTerminal[] {
    const content = this.contentOf(toolCallId) ?? [];
    return content.flatMap((item) => (item.type === 'terminal' ? (this.#terminals.get(item.terminalId) ?? []) : []));
  }

  /** Returns all terminals. */
  all(): Iterable<ToldTerminal> {
    return this.#terminals.values();
  }

  /** Remembers the content of a tool call that shows terminals. */
  show(toolCallId: string, content: Content): void {
    this.replace(toolCallId);
    this.#contents.set(toolCallId, shownOf(content));
    for (const item of content) {
      if (item.type !== 'terminal') continue;
      const terminal = this.of(item.terminalId);
      terminal.calls.add(toolCallId);
      terminal.isReplaced = false;
      this.#named.set(toolCallId, item.terminalId);
    }
  }

  /** Remembers that output of a terminal is appended to a tool call whose content is not known. */
  appendTo(toolCallId: string, { id }: ToldTerminal): void {
    const found = this.#appended.get(toolCallId);
    if (found === undefined) this.#appended.set(toolCallId, new Set([id]));
    else found.add(id);
  }

  /** Forgets the terminals of a tool call whose content was replaced; output that is reported later has no place there. */
  replace(toolCallId: string): void {
    for (const terminal of this.shownBy(toolCallId)) terminal.isReplaced = true;
    for (const id of this.#appended.get(toolCallId) ?? []) {
      const terminal = this.#terminals.get(id);
      if (terminal !== undefined) terminal.isReplaced = true;
    }
    this.#appended.delete(toolCallId);
    this.hide(toolCallId);
  }

  #allowanceOf(toolCallId: string): Allowance {
    let found = this.#allowances.get(toolCallId);
    if (found === undefined) {
      found = { left: slack, hasEnded: false };
      this.#allowances.set(toolCallId, found);
    }
    return found;
  }

  /** Returns whether the tool calls that show a terminal may be sent as a whole. */
  mayShowWhole({ calls }: ToldTerminal): boolean {
    for (const toolCallId of calls) if (this.#allowanceOf(toolCallId).left < 0) return false;
    return true;
  }

  /** Raises the allowance after a report: all tool calls that show the terminal may together send twice as much. */
  earn({ calls }: ToldTerminal, length: number): void {
    for (const toolCallId of calls) this.#allowanceOf(toolCallId).left += (2 * (length + wrapping)) / calls.size;
  }

  /** Lowers the allowance after the content of a tool call was sent as a whole. */
  spend(toolCallId: string): void {
    const content = this.contentOf(toolCallId);
    if (content === undefined) return;
    let size = wrapping * content.length;
    for (const { text } of this.shownBy(toolCallId)) size += text.length;
    this.#allowanceOf(toolCallId).left -= size;
  }

  /** Marks a tool call as ended; returns whether it ended for the first time. */
  end(toolCallId: string): boolean {
    const allowance = this.#allowanceOf(toolCallId);
    const isFirst = !allowance.hasEnded;
    allowance.hasEnded = true;
    return isFirst;
  }

  /** Forgets where a tool call shows its terminals. */
  hide(toolCallId: string): void {
    for (const { calls } of this.shownBy(toolCallId)) calls.delete(toolCallId);
    this.#contents.delete(toolCallId);
  }

  /** Takes a report that came with a tool call; returns its terminal. Without an id it is the terminal with the id of the call. */
  take(toolCallId: string, { terminalId, output, exit }: TerminalNews): ToldTerminal {
    if (terminalId !== undefined) this.#named.set(toolCallId, terminalId);
    const terminal = this.of(terminalId ?? this.#named.get(toolCallId) ?? toolCallId);
    const before = terminal.text.length;
    if (output !== undefined) print(terminal, output);
    // A command ends once, even if that is reported again.
    if (exit !== undefined && !terminal.isEnded) endWith(terminal, wordsOf(exit));
    this.#size += terminal.text.length - before;
    if (this.#size > mostKept.all) this.#forgetOldest(terminal);
    return terminal;
  }

  /** Drops terminals until the rest is small enough: ended ones first, the oldest first. */
  #forgetOldest(latest: ToldTerminal): void {
    for (const mayRun of [false, true]) {
      for (const terminal of this.#terminals.values()) {
        if (this.#size <= mostKept.all / 2) return;
        if (terminal === latest || !(terminal.isEnded || mayRun)) continue;
        this.#size -= terminal.text.length;
        this.#terminals.delete(terminal.id);
        for (const toolCallId of terminal.calls) this.hide(toolCallId);
      }
    }
  }
}

/** Marks the output of a terminal as shown in one piece. */
export function markAsShown(terminal: ToldTerminal): void {
  terminal.unsent = '';
  terminal.pieces = 0;
  terminal.isShown = terminal.text !== '';
}

function append(terminal: ToldTerminal, text: string): void {
  terminal.text += text;
  terminal.unsent += text;
}

function print(terminal: ToldTerminal, output: string): void {
  const [text, half] = withoutHalf(terminal.half + output);
  append(terminal, text);
  terminal.half = half;
  // Cutting at every piece would copy the text each time.
  if (terminal.text.length <= 2 * mostKept.one) return;
  terminal.text = tailOf(terminal.text, mostKept.one);
  terminal.isShown = false;
  terminal.cuts += 1;
}

function endWith(terminal: ToldTerminal, exit: string): void {
  if (terminal.half !== '') append(terminal, '\ufffd');
  terminal.half = '';
  const isOwnLine = terminal.text === '' || terminal.text.endsWith('\n');
  append(terminal, `${isOwnLine ? '' : '\n'}${exit}\n`);
  // At the end of a command everything is shown in one piece.
  terminal.isShown = false;
  terminal.isEnded = true;
}
