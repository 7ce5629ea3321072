import { type ContentBlock, isKnownContentBlock, isKnownPlanUpdateContent } from '@emend/acp/protocol/june';
import {
  type Message,
  messageKey,
  Sequence,
  type SessionState,
  type Terminal,
  type ToolCall,
} from '@emend/acp/session';
import {
  contentRuns,
  createScreen,
  displayStatus,
  exitWords,
  type FileDiff,
  fileDiffs,
  genericForm,
  isDiff,
  type ScreenRow,
  terminalOutput,
  toolCallLabel,
} from '@emend/acp/view';
import { codeBlock, codeSpan } from './markdown-text.ts';
import { saidMarkdown } from './said-markdown.ts';

/** Where a conversation comes from, for the lines at its top. */
interface MarkdownHead {
  readonly name: string;
  readonly session: string;
  readonly frame: number;
}

const speakers: Readonly<Record<Message['kind'], string>> = { user: 'User', agent: 'Agent', thought: 'Thought' };

/** Returns a conversation as Markdown, in parts. What the two sides said is quoted, what tools put out is in blocks of code: nothing of it acts. */
export function* markdownOf(state: SessionState, head: MarkdownHead): Generator<string> {
  const title = state.info?.title;
  yield `# Conversation${title === undefined ? '' : `: ${codeSpan(title)}`}\n\n`;
  yield `Session ${codeSpan(head.session)} of ${codeSpan(head.name)}, after frame ${head.frame}.\n`;
  for (const row of createScreen()(state)) yield `\n${rowText(row, state)}`;
  for (const { options, toolCallId, title: question } of state.permissions) {
    const call = toolCallId === undefined ? undefined : state.toolCalls.get(toolCallId);
    const asked = question ?? call?.title ?? toolCallId ?? '';
    const choices = options.map(({ name }) => `- ${codeSpan(name)}\n`).join('');
    yield `\n## Waits for permission: ${codeSpan(asked)}\n\n${choices}`;
  }
}

function rowText(row: ScreenRow, state: SessionState): string {
  const note = row.isInContext ? '' : ' (no longer in the context)';
  switch (row.type) {
    case 'prompt':
      return `## User${note}\n\n${blocksText(Sequence.of(row.prompt))}`;
    case 'message': {
      const message = state.messages.get(messageKey(row.kind, row.messageId));
      const text = message === undefined ? '' : blocksText(message.content);
      return `## ${speakers[row.kind]}${note}\n\n${text}`;
    }
    case 'tool-call': {
      const call = state.toolCalls.get(row.toolCallId);
      return call === undefined ? '' : toolCallText(call, state);
    }
    case 'plan':
      return planText(state, row.planId);
    case 'compaction': {
      const compaction = state.compactions.get(row.compactionId);
      const summary = compaction === undefined ? '' : blocksText(compaction.summary);
      return `## The context was compacted\n\n${summary}`;
    }
    case 'unknown':
      return `## Unknown update\n\n${codeBlock(genericForm(row.update).text, 'json')}`;
  }
}

function blocksText(content: Sequence<ContentBlock>): string {
  return contentRuns(content)
    .map((run) => (run.type === 'text' ? saidMarkdown(run.text) : blockText(run.block)))
    .join('\n');
}

function blockText(block: ContentBlock): string {
  if (!isKnownContentBlock(block)) return codeBlock(genericForm(block).text, 'json');
  switch (block.type) {
    case 'text':
      return codeBlock(block.text, 'markdown');
    case 'image':
    case 'audio':
      return `(${block.type === 'image' ? 'Image' : 'Sound'}, ${codeSpan(block.mimeType)}, ${block.data.length} characters of base64)\n`;
    case 'resource_link':
      return `Link to ${codeSpan(block.name)}: ${codeSpan(block.uri)}\n`;
    default:
      return codeBlock(genericForm(block).text, 'json');
  }
}

function toolCallText(call: ToolCall, state: SessionState): string {
  const status = displayStatus(call).replaceAll('_', ' ');
  const parts = [`### Tool call ${codeSpan(call.title ?? toolCallLabel(call))} (${codeSpan(status)})\n`];
  for (const { path, line } of call.locations) {
    parts.push(`At ${codeSpan(typeof line === 'number' ? `${path}:${line}` : path)}\n`);
  }
  for (const item of call.content) {
    const terminal = item.type === 'terminal' ? state.terminals.get(String(item['terminalId'])) : undefined;
    if (isDiff(item)) parts.push(...fileDiffs(item).files.map(diffText));
    else if (terminal !== undefined) parts.push(terminalText(terminal));
    else if (item.type === 'content') parts.push(blockText((item as { readonly content: ContentBlock }).content));
    else parts.push(codeBlock(genericForm(item).text, 'json'));
  }
  return parts.join('\n');
}

const signs = { same: ' ', added: '+', removed: '-' } as const;

function diffText({ label, hunks }: FileDiff): string {
  const lines = hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines.map(({ type, text }) => `${signs[type]}${text}`),
  ]);
  return `${codeSpan(label)}\n\n${codeBlock(lines.join('\n'), 'diff')}`;
}

function terminalText(terminal: Terminal): string {
  const end = exitWords(terminal);
  const command = terminal.command === undefined ? '' : `Terminal ${codeSpan(terminal.command)}\n\n`;
  return `${command}${codeBlock(terminalOutput(terminal))}${end === '' ? '' : `\n${codeSpan(end)}\n`}`;
}

function planText(state: SessionState, planId: string): string {
  const plan = state.plans.get(planId);
  if (plan === undefined) return '';
  if (!isKnownPlanUpdateContent(plan.value)) return `## Plan\n\n${codeBlock(genericForm(plan.value).text, 'json')}`;
  const steps = plan.value.entries.map(({ content, status }) => {
    return `- [${status === 'completed' ? 'x' : ' '}] ${codeSpan(content)} (${codeSpan(status)})\n`;
  });
  return `## Plan\n\n${steps.join('')}`;
}
