import { isObject, type Meta } from '../../../protocol/reading/guard.ts';
import { isEqual } from '../../equal.ts';
import { metaKeys } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';
import { markAsShown } from './told-terminals.ts';
import { type TextualContent, toolCallUpdateToJune, type WithoutTerminals } from './tool-call.ts';

type Content = readonly v1.ToolCallContent[];
type Update = Pick<v1.ToolCallUpdate, 'toolCallId'> & { readonly content?: Content | null };

function textOf({ session, terminalText }: Crossing, terminalId: string): string {
  const printed = terminalText(terminalId) ?? '';
  if (printed !== '') session.printed.set(terminalId, printed);
  const known = session.printed.get(terminalId);
  if (known !== undefined) return known;
  const told = session.told.of(terminalId).text;
  return told === '' ? `[terminal ${terminalId}]` : told;
}

/** Returns tool content that shows the output of a terminal as text. The id is under a key of ours, so that no June client takes it for a terminal of its own. */
export function terminalItem(terminalId: string, text: string, meta?: Meta | null): TextualContent {
  return { type: 'content', content: { type: 'text', text }, _meta: { ...meta, [metaKeys.terminal]: terminalId } };
}

function hasNoTerminal(content: Content | null | undefined): content is readonly TextualContent[] | null | undefined {
  return content === undefined || content === null || content.every(({ type }) => type !== 'terminal');
}

function withText(crossing: Crossing, content: Content): readonly TextualContent[] {
  return content.map((item): TextualContent => {
    if (item.type !== 'terminal') return item;
    return terminalItem(item.terminalId, textOf(crossing, item.terminalId), item._meta);
  });
}

/** Returns a tool call without terminals, which belong to the v1 client: each is shown as text, with its output if that is known, unless terminals are kept. */
export function withoutTerminals<Call extends Update>(crossing: Crossing, call: Call): WithoutTerminals<Call> {
  const { session, terminalText } = crossing;
  const { content, toolCallId } = call;
  if (crossing.terminals.keepsContent || hasNoTerminal(content)) return call as WithoutTerminals<Call>;
  // Some agents repeat the terminal with every piece of output; the client has it already.
  if (isEqual(session.told.contentOf(toolCallId), content)) {
    const { content: _, ...rest } = call;
    return rest;
  }
  const isServed = content.some((item) => item.type === 'terminal' && terminalText(item.terminalId) !== undefined);
  if (isServed) session.showing.set(toolCallId, content);
  else session.told.show(toolCallId, content);
  const shown = terminalsAsText(crossing, call);
  markShown(crossing, toolCallId);
  return shown;
}

/** Returns a tool call with its terminals as text, without remembering it as what the client shows. */
export function terminalsAsText<Call extends Update>(crossing: Crossing, call: Call): WithoutTerminals<Call> {
  const { content, toolCallId } = call;
  if (crossing.terminals.keepsContent || hasNoTerminal(content)) return call as WithoutTerminals<Call>;
  for (const [index, item] of content.entries()) {
    if (item.type !== 'terminal') continue;
    const path = `content[${index}].type`;
    crossing.note({ kind: 'repair', rule: 'terminal', toolCallId, path, lost: item.terminalId, done: 'shown as text' });
  }
  return { ...call, content: withText(crossing, content) };
}

/** Marks the output of the terminals of a tool call as shown, except for terminals that other tool calls show as well. */
function markShown({ session }: Crossing, toolCallId: string): void {
  session.told.spend(toolCallId);
  for (const terminal of session.told.shownBy(toolCallId)) if (terminal.calls.size === 1) markAsShown(terminal);
}

/** Returns whether tool content shows a terminal as text. */
export function showsTerminal(content: readonly june.ToolCallContent[]): boolean {
  return content.some(({ _meta }) => isObject(_meta) && _meta[metaKeys.terminal] !== undefined);
}

/** Sends the content of a tool call again, with the current output of its terminals. */
export function sendWithText(crossing: Crossing, toolCallId: string, content: Content): void {
  const update = toolCallUpdateToJune({ toolCallId, content: withText(crossing, content) });
  crossing.send({ sessionUpdate: 'tool_call_update', ...update });
  markShown(crossing, toolCallId);
}

/** Sends the content of tool calls again whose served terminals have printed more since. */
export function refreshTerminals(crossing: Crossing): void {
  const { session, terminalText } = crossing;
  const grown = new Set<string>();
  const gone: string[] = [];
  for (const [toolCallId, content] of session.showing) {
    const ids = content.flatMap((item) => (item.type === 'terminal' ? [item.terminalId] : []));
    const texts = ids.map((id) => ({ id, text: terminalText(id) }));
    if (texts.some(({ id, text = '' }) => text !== '' && text !== session.printed.get(id))) grown.add(toolCallId);
    if (texts.every(({ text }) => text === undefined)) gone.push(toolCallId);
  }
  for (const toolCallId of grown) sendWithText(crossing, toolCallId, session.showing.get(toolCallId) ?? []);
  for (const toolCallId of gone) session.showing.delete(toolCallId);
}
