import type { SessionState } from '@emend/acp';
import { isKnownPlanUpdateContent } from '@emend/acp/protocol/v2';
import type { Message, Plan, TimelineEntry, ToolCall } from '@emend/acp/session';
import { displayStatus, toolCallLabel } from '@emend/acp/view';
import { neutral, neutralLine } from '../terminal/neutral.ts';
import { blockText, contentLines } from './content-words.ts';

const signs = { text: ' ', path: ' ', same: ' ', added: '+', removed: '-' } as const;

function messageWords({ kind, content }: Message): string {
  let text = '';
  for (const block of content) text += blockText(block);
  const lines = neutral(text).trimEnd();
  if (lines === '') return '';
  if (kind === 'agent') return lines;
  return lines.replace(/^/gm, kind === 'user' ? '> ' : '~ ');
}

function toolCallWords(call: ToolCall): string {
  const title = neutralLine(call.title ?? '') || toolCallLabel(call);
  const head = `* ${neutralLine(call.kind ?? 'other')}: ${title} (${neutralLine(displayStatus(call)).replaceAll('_', ' ')})`;
  const lines = contentLines(call.content).map(({ type, text }) => `    ${signs[type]} ${neutral(text)}`.trimEnd());
  return [head, ...lines].join('\n');
}

function planWords({ value }: Plan): string {
  if (!isKnownPlanUpdateContent(value)) return '';
  const marks: Readonly<Record<string, string>> = { completed: 'x', in_progress: '-' };
  return value.entries.map(({ content, status }) => `[${marks[status] ?? ' '}] ${neutralLine(content)}`).join('\n');
}

/** One entry of a session as plain text, without control characters; empty when there is nothing to read. */
export function entryWords(state: SessionState, entry: TimelineEntry): string {
  if (entry.type === 'unknown') return `(an update of the type ${neutralLine(entry.update.sessionUpdate)})`;
  if (entry.type === 'message') {
    const message = state.messages.at(entry.index);
    return message === undefined ? '' : messageWords(message);
  }
  if (entry.type === 'toolCall') {
    const call = state.toolCalls.at(entry.index);
    return call === undefined ? '' : toolCallWords(call);
  }
  const plan = state.plans.at(entry.index);
  return plan === undefined ? '' : planWords(plan);
}
