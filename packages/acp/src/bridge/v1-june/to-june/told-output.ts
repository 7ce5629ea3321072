import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';
import { fillable, type KnownToolCall } from './session.ts';
import type { ShowNews, TerminalForm } from './terminal-form.ts';
import { terminalNews, wordsOf } from './terminal-news.ts';
import { sendWithText, terminalItem } from './terminals.ts';
import { markAsShown, mostKept, type ToldTerminal } from './told-terminals.ts';

const nothing: ShowNews = () => {};

type Told = Pick<v1.ToolCallUpdate, 'toolCallId' | '_meta'>;

/** Shows terminals as text: in place of the terminal, or after the content if the call shows no terminal. `_meta` crosses unchanged. */
export const terminalsInText: TerminalForm = {
  keepsContent: false,
  take: (crossing, known, call) => ({ call, showNews: takeTerminalNews(crossing, known, call) }),
  due: () => [],
};

/** Takes what a tool call reports in its `_meta` of terminals that the agent runs itself. */
function takeTerminalNews(crossing: Crossing, call: KnownToolCall, told: Told): ShowNews {
  const { toolCallId } = told;
  const news = terminalNews(told._meta, (note) => crossing.note({ ...note, toolCallId }));
  if (news.length === 0) return nothing;
  const { session } = crossing;
  /** How many characters were reported for each terminal. */
  const changed = new Map<ToldTerminal, number>();
  for (const one of news) {
    const terminal = session.told.take(toolCallId, one);
    const more = one.output ?? (one.exit && wordsOf(one.exit));
    if (more !== undefined) changed.set(terminal, (changed.get(terminal) ?? 0) + more.length);
  }
  return () => {
    for (const [terminal, length] of changed) show(crossing, toolCallId, call, terminal, length);
  };
}

/**
 * Sends the complete output of the terminals of a tool call that has ended, in one piece. A call that ends several times sends it
 * again only while the total stays within its allowance.
 */
export function showInOnePiece(crossing: Crossing, toolCallId: string): void {
  const { told } = crossing.session;
  if (told.contentOf(toolCallId) === undefined) return;
  const isFirst = told.end(toolCallId);
  const terminals = told.shownBy(toolCallId).filter(({ unsent, pieces }) => unsent !== '' || pieces > 0);
  if (isFirst || terminals.every((terminal) => told.mayShowWhole(terminal))) showWhole(crossing, terminals);
}

/** Sends all output that the client does not have yet. */
export function showRest(crossing: Crossing): void {
  const terminals: ToldTerminal[] = [];
  for (const terminal of crossing.session.told.all()) if (terminal.unsent !== '') terminals.push(terminal);
  showWhole(crossing, terminals);
}

function show(
  crossing: Crossing,
  toolCallId: string,
  call: KnownToolCall,
  terminal: ToldTerminal,
  length: number,
): void {
  const { told } = crossing.session;
  if (terminal.unsent === '') return;
  if (terminal.calls.size === 0) {
    // The agent shows something else in its place.
    if (terminal.isReplaced && (call.filled & fillable.content) !== 0) {
      terminal.unsent = '';
      return;
    }
    if (!adopt(crossing, toolCallId, call, terminal)) {
      appendBlindly(crossing, toolCallId, terminal);
      return;
    }
  }
  if (terminal.cuts === 1) reportCut(crossing, toolCallId, terminal);
  told.earn(terminal, length);
  const place = told.placeAtEnd(terminal);
  const isPiece = place !== undefined && terminal.isShown && !isInTooManyPieces(terminal);
  if (!isPiece && told.mayShowWhole(terminal)) showWhole(crossing, [terminal]);
  // Between other content, output can only be sent as a whole, and waits for that.
  else if (place !== undefined) sendPiece(crossing, place, terminal);
}

/** The JSON around a piece is longer than 64 characters, so sending everything again this rarely at most doubles the total. */
function isInTooManyPieces({ pieces, text }: ToldTerminal): boolean {
  return pieces >= 64 && pieces * 64 >= text.length;
}

function sendPiece({ send }: Crossing, toolCallId: string, terminal: ToldTerminal): void {
  if (terminal.unsent === '') return;
  const content = terminalItem(terminal.id, terminal.unsent) as june.ToolCallContent;
  send({ sessionUpdate: 'tool_call_content_chunk', toolCallId, content });
  terminal.unsent = '';
  terminal.pieces += 1;
}

function showWhole(crossing: Crossing, terminals: readonly ToldTerminal[]): void {
  const toolCalls = new Set(terminals.flatMap(({ calls }) => [...calls]));
  for (const toolCallId of toolCalls) {
    const content = crossing.session.told.contentOf(toolCallId);
    if (content !== undefined) sendWithText(crossing, toolCallId, content);
  }
  for (const terminal of terminals) markAsShown(terminal);
}

/** The longest content to which terminals are added that the agent does not show; searching it must stay cheap. */
const mostAdopted = 64;

/** Adds a terminal that no content shows to the tool call that reports it, if the content of that call is known; returns whether it was added. */
function adopt(crossing: Crossing, toolCallId: string, call: KnownToolCall, { id }: ToldTerminal): boolean {
  const { session, note } = crossing;
  const content = session.told.contentOf(toolCallId) ?? ((call.filled & fillable.content) === 0 ? [] : undefined);
  if (content === undefined) return false;
  if (content.length >= mostAdopted) {
    // From here on output is appended as it arrives, so pending output goes first.
    sendWithText(crossing, toolCallId, content);
    session.told.hide(toolCallId);
    return false;
  }
  note({ kind: 'repair', rule: 'terminal', toolCallId, path: '_meta', lost: id, done: 'shown as text' });
  session.told.show(toolCallId, [...content, { type: 'terminal', terminalId: id }]);
  call.filled |= fillable.content;
  return true;
}

/** Appends output to content that is not remembered; what is appended there cannot be removed again. */
function appendBlindly(crossing: Crossing, toolCallId: string, terminal: ToldTerminal): void {
  const most = 2 * mostKept.one;
  crossing.session.told.appendTo(toolCallId, terminal);
  if (terminal.appended === 0) {
    crossing.note({
      kind: 'repair',
      rule: 'terminal',
      toolCallId,
      path: '_meta',
      lost: terminal.id,
      done: 'shown as text',
    });
  }
  if (terminal.appended > most && !terminal.isEnded) terminal.unsent = '';
  else if (terminal.appended + terminal.unsent.length > most && !terminal.isEnded) {
    terminal.unsent = '\n[more output was left out]\n';
    terminal.appended = most;
    crossing.note({ kind: 'loss', rule: 'terminal', toolCallId, lost: 'the end of a long output', done: 'left out' });
  }
  terminal.appended += terminal.unsent.length;
  sendPiece(crossing, toolCallId, terminal);
}

function reportCut({ note }: Crossing, toolCallId: string, terminal: ToldTerminal): void {
  terminal.cuts += 1;
  note({ kind: 'loss', rule: 'terminal', toolCallId, lost: 'the beginning of a long output', done: 'left out' });
}
