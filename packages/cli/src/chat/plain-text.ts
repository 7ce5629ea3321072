import type { SessionState } from '@emend/acp';
import { type ContentBlock, isKnownPlanUpdateContent } from '@emend/acp/protocol/june';
import { type MessageKind, messageKey, type Plan, type ToolCall } from '@emend/acp/session';
import { type ScreenRow, toolCallLabel } from '@emend/acp/view';
import { neutral, neutralLine, neutralRow } from '../terminal/neutral.ts';
import { compactionWords } from './compaction-words.ts';
import { contentLines, type FindTerminal } from './content-words.ts';
import { ParagraphText, type PlanBreaks } from './plan-breaks.ts';
import type { StoppedCalls } from './stopped-calls.ts';

const planMarks: ReadonlyMap<string, string> = new Map([
  ['completed', 'x'],
  ['in_progress', '-'],
]);
const signs = { text: ' ', path: ' ', same: ' ', added: '+', removed: '-', note: ' ' } as const;

function messageWords(kind: MessageKind, content: Iterable<ContentBlock>, breaks: PlanBreaks): string {
  const text = new ParagraphText(kind, breaks).all(content);
  // Many thoughts start with empty lines.
  const lines = neutral(text)
    .replace(/^(?: *\n)+/, '')
    .trimEnd();
  if (lines === '') return '';
  if (kind === 'agent') return lines;
  return lines.replace(/^/gm, kind === 'user' ? '> ' : '~ ');
}

function toolCallWords(call: ToolCall, status: string, find: FindTerminal): string {
  const title = neutralLine(call.title ?? '') || toolCallLabel(call);
  const head = `* ${neutralLine(call.kind ?? 'other')}: ${title} (${neutralLine(status).replaceAll('_', ' ')})`;
  const lines = contentLines(call.content, find).map(({ type, text }) =>
    `    ${signs[type]} ${neutralRow(text)}`.trimEnd(),
  );
  return [head, ...lines].join('\n');
}

function planWords({ value }: Plan): string {
  if (!isKnownPlanUpdateContent(value)) return '';
  return value.entries
    .map(({ content, status }) => `[${planMarks.get(status) ?? ' '}] ${neutralLine(content)}`)
    .join('\n');
}

/** What a chat remembers about a session besides its state. */
interface Remembered {
  readonly stopped: StoppedCalls;
  readonly breaks: PlanBreaks;
}

/** Returns one row of a session as plain text without control characters; empty if there is nothing to read. */
export function rowWords(state: SessionState, row: ScreenRow, { stopped, breaks }: Remembered): string {
  switch (row.type) {
    case 'prompt':
      return messageWords('user', row.prompt, breaks);
    case 'unknown':
      return `(an update of the type ${neutralLine(row.update.sessionUpdate)})`;
    case 'message': {
      const message = state.messages.get(messageKey(row.kind, row.messageId));
      return message === undefined ? '' : messageWords(message.kind, message.content, breaks);
    }
    case 'tool-call': {
      const call = state.toolCalls.get(row.toolCallId);
      const find: FindTerminal = (terminalId) => state.terminals.get(terminalId);
      return call === undefined ? '' : toolCallWords(call, stopped.statusOf(call), find);
    }
    case 'compaction': {
      const compaction = state.compactions.get(row.compactionId);
      if (compaction === undefined) return '';
      const { head, text } = compactionWords(compaction);
      return [`(${neutralLine(head)})`, ...(text === '' ? [] : [neutral(text).trimEnd().replace(/^/gm, '  ')])].join(
        '\n',
      );
    }
    case 'plan': {
      const plan = state.plans.get(row.planId);
      return plan === undefined ? '' : planWords(plan);
    }
  }
}
