import { isObject } from '../../protocol/reading/guard.ts';
import { metaKeys } from '../meta-keys.ts';
import type * as v1 from '../v1.ts';
import { toolCallUpdateToV2 } from '../v1-to-v2/tool-call.ts';
import type * as v2 from '../v2.ts';
import type { Crossing } from './crossing.ts';

type Content = readonly v1.ToolCallContent[];
type Update = Pick<v1.ToolCallUpdate, 'toolCallId'> & { readonly content?: Content | null };

function textOf({ session, terminalText }: Crossing, terminalId: string): string {
  const printed = terminalText(terminalId) ?? '';
  if (printed !== '') session.printed.set(terminalId, printed);
  return session.printed.get(terminalId) ?? `[terminal ${terminalId}]`;
}

function withText(crossing: Crossing, content: Content): Content {
  return content.map((item): v1.ToolCallContent => {
    if (item.type !== 'terminal') return item;
    const { terminalId } = item;
    // Under its own key: to a v2 client the raw item must not read as one of its own.
    const _meta = { ...item._meta, [metaKeys.terminal]: terminalId };
    return { type: 'content', content: { type: 'text', text: textOf(crossing, terminalId) }, _meta };
  });
}

/** A tool call without terminals, which belong to the v1 client: each is shown as text, what it printed if that is known. */
export function withoutTerminals<Call extends Update>(crossing: Crossing, call: Call): Call {
  const { session, note, terminalText } = crossing;
  const { content, toolCallId } = call;
  if (content === undefined || content === null || content.every(({ type }) => type !== 'terminal')) return call;
  for (const [index, item] of content.entries()) {
    if (item.type !== 'terminal') continue;
    const path = `content[${index}].type`;
    note({ kind: 'repair', rule: 'terminal', toolCallId, path, lost: item.terminalId, done: 'shown as text' });
    if (terminalText(item.terminalId) !== undefined) session.showing.set(toolCallId, content);
  }
  return { ...call, content: withText(crossing, content) };
}

/** Whether tool content shows a terminal as text. */
export function showsTerminal(content: readonly v2.ToolCallContent[]): boolean {
  return content.some(({ _meta }) => isObject(_meta) && _meta[metaKeys.terminal] !== undefined);
}

/** Sends the content of tool calls again whose terminals have printed more since. */
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
  for (const toolCallId of grown) {
    const content = withText(crossing, session.showing.get(toolCallId) ?? []);
    const result = toolCallUpdateToV2({ toolCallId, content });
    if (result.ok) crossing.send({ sessionUpdate: 'tool_call_update', ...result.value });
  }
  for (const toolCallId of gone) session.showing.delete(toolCallId);
}
