import type * as v1 from '../v1.ts';
import type { TerminalNews } from './terminal-news.ts';

type Content = readonly v1.ToolCallContent[];

/** How much is kept of what one terminal printed, as of one that is served, and of all terminals of a session; in characters. */
export const mostKept = { one: 2 ** 20, all: 8 * 2 ** 20 } as const;

/** A terminal that the agent runs itself, with what it tells of it. */
export interface ToldTerminal {
  readonly id: string;
  /** The end of what was printed, then how the command ended. */
  text: string;
  /** What the client does not have yet, at the end of the text. Kept aside, since taking it from a text that grows would copy that each time. */
  unsent: string;
  /** The first half of a character whose second half has not come yet. */
  half: string;
  /** Whether the client has the beginning of the text, so that it can be continued. */
  isShown: boolean;
  /** In how many pieces the client has what came after what it had as a whole. */
  pieces: number;
  /** How much was sent of it to a tool call whose content is not known. */
  appended: number;
  /** How often the beginning of the text was cut off. */
  cuts: number;
  isEnded: boolean;
  /** Whether the agent has put other content in the place where it was shown. */
  isReplaced: boolean;
  /** The tool calls that show it. */
  readonly calls: Set<string>;
}

function newTerminal(id: string): ToldTerminal {
  const flags = { isShown: false, isEnded: false, isReplaced: false };
  return { id, text: '', unsent: '', half: '', pieces: 0, appended: 0, cuts: 0, ...flags, calls: new Set() };
}

/** A text without half of a character at its end, and that half. */
function withoutHalf(text: string): readonly [string, string] {
  const isHalf = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
  return isHalf ? [text.slice(0, -1), text.slice(-1)] : [text, ''];
}

/** The end of a text, from a whole character on. */
function tailOf(text: string, length: number): string {
  const start = text.length - length;
  const isHalf = (text.charCodeAt(start) & 0xfc00) === 0xdc00;
  return text.slice(isHalf ? start + 1 : start);
}

/** What may be sent of one tool call, so that all that is sent stays within a small multiple of what was told. */
interface Allowance {
  /** In characters. The content may be sent as a whole as long as this is not negative. */
  left: number;
  /** Whether all was sent in one piece since the call has ended for the first time. */
  hasEnded: boolean;
}

/** What a tool call may send before anything was told, and what the JSON around a text weighs; in characters. */
const slack = 16 * 1024;
const wrapping = 128;

/** A content with the terminal at its very end, which output can be appended to. */
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
  /** The content of the tool calls that show them, as the agent sent it. */
  readonly #contents = new Map<string, Shown>();
  /** The terminal that each tool call named last. */
  readonly #named = new Map<string, string>();
  /** The terminals whose output was appended to tool calls of which the content is not known. */
  readonly #appended = new Map<string, Set<string>>();
  readonly #allowances = new Map<string, Allowance>();
  #size = 0;

  /** A terminal, known from now on. */
  of(id: string): ToldTerminal {
    let found = this.#terminals.get(id);
    if (found === undefined) {
      found = newTerminal(id);
      this.#terminals.set(id, found);
    }
    return found;
  }

  /** The content of a tool call that shows such terminals. */
  contentOf(toolCallId: string): Content | undefined {
    return this.#contents.get(toolCallId)?.content;
  }

  /** The tool call at whose end a terminal stands, if that is the only place where it is shown: its output can be appended there. */
  placeAtEnd(terminal: ToldTerminal): string | undefined {
    const [toolCallId, another] = terminal.calls;
    if (toolCallId === undefined || another !== undefined) return undefined;
    return this.#contents.get(toolCallId)?.atEnd === terminal.id ? toolCallId : undefined;
  }

  /** The terminals that a tool call shows. */
  shownBy(toolCallId: string): readonly ToldTerminal[] {
    const content = this.contentOf(toolCallId) ?? [];
    return content.flatMap((item) => (item.type === 'terminal' ? (this.#terminals.get(item.terminalId) ?? []) : []));
  }

  /** Every terminal that is known. */
  all(): Iterable<ToldTerminal> {
    return this.#terminals.values();
  }

  /** A tool call has a content that shows such terminals. */
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

  /** The output of a terminal is appended to a tool call of which the content is not known. */
  appendTo(toolCallId: string, { id }: ToldTerminal): void {
    const found = this.#appended.get(toolCallId);
    if (found === undefined) this.#appended.set(toolCallId, new Set([id]));
    else found.add(id);
  }

  /** A tool call has other content: what is told from now on of the terminals that it showed has no place there. */
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

  /** Whether the tool calls that show a terminal may be sent as a whole. */
  mayShowWhole({ calls }: ToldTerminal): boolean {
    for (const toolCallId of calls) if (this.#allowanceOf(toolCallId).left < 0) return false;
    return true;
  }

  /** Something was told of a terminal: twice as much may be sent, by all tool calls that show it together. */
  earn({ calls }: ToldTerminal, length: number): void {
    for (const toolCallId of calls) this.#allowanceOf(toolCallId).left += (2 * (length + wrapping)) / calls.size;
  }

  /** The content of a tool call was sent as a whole. */
  spend(toolCallId: string): void {
    const content = this.contentOf(toolCallId);
    if (content === undefined) return;
    let size = wrapping * content.length;
    for (const { text } of this.shownBy(toolCallId)) size += text.length;
    this.#allowanceOf(toolCallId).left -= size;
  }

  /** A tool call has ended; true for the first time, when all of it is to be shown in one piece. */
  end(toolCallId: string): boolean {
    const allowance = this.#allowanceOf(toolCallId);
    const isFirst = !allowance.hasEnded;
    allowance.hasEnded = true;
    return isFirst;
  }

  /** The places of the terminals of a tool call are no longer known. */
  hide(toolCallId: string): void {
    for (const { calls } of this.shownBy(toolCallId)) calls.delete(toolCallId);
    this.#contents.delete(toolCallId);
  }

  /** Takes news that came with a tool call; gives the terminal. Agents that name none often use the id of the call. */
  take(toolCallId: string, { terminalId, output, exit }: TerminalNews): ToldTerminal {
    if (terminalId !== undefined) this.#named.set(toolCallId, terminalId);
    const terminal = this.of(terminalId ?? this.#named.get(toolCallId) ?? toolCallId);
    const before = terminal.text.length;
    if (output !== undefined) print(terminal, output);
    // A command ends once, however often that is told.
    if (exit !== undefined && !terminal.isEnded) endWith(terminal, exit);
    this.#size += terminal.text.length - before;
    if (this.#size > mostKept.all) this.#forgetOldest(terminal);
    return terminal;
  }

  /** Forgets what terminals printed until the rest is small enough: those that have ended first, the oldest first. */
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

/** The client has all that a terminal has printed, in one piece. */
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
  // Cutting at each piece would copy everything again and again.
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
  // The end of a command is the time to show all of it in one piece.
  terminal.isShown = false;
  terminal.isEnded = true;
}
