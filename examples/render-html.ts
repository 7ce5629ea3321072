/**
 * A client that talks to an agent for at most RENDER_SECONDS and writes the session as an HTML page:
 *
 *     node examples/dist/render-html.js "Say something" node examples/dist/guarded-agent.js > session.html
 */
import process from 'node:process';
import type { SessionState } from '@emend/acp';
import { spawnAgent } from '@emend/acp/node';
import * as v2 from '@emend/acp/protocol/june';
import { type Compaction, isJuneContent, messageKey, type Plan, type ToolCall } from '@emend/acp/session';
import {
  contentRuns,
  createScreen,
  fileDiffs,
  genericForm,
  isDiff,
  type ScreenRow,
  terminalOutput,
  toolCallSummary,
} from '@emend/acp/view';

const [text, command, ...args] = process.argv.slice(2);
if (text === undefined || command === undefined) {
  process.stderr.write('usage: render-html PROMPT COMMAND [ARGS...]\n');
  process.exit(2);
}

// Text from an agent is untrusted: it is always escaped here.
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (raw: string): string => raw.replace(/[&<>"]/g, (character) => entities[character] ?? '');
const generic = (value: object): string => `<pre class="unknown">${html(genericForm(value).text)}</pre>`;

/** Returns text as HTML, and content that is not text, or unknown, in a generic form. */
function blockHtml(block: v2.ContentBlock): string {
  return v2.isKnownContentBlock(block) && block.type === 'text' ? `<p>${html(block.text)}</p>` : generic(block);
}

/** Returns the changed files of a diff, in either of its forms. */
function diffHtml(diff: Parameters<typeof fileDiffs>[0]): string {
  const files = fileDiffs(diff).files.map(({ label, hunks }) => {
    const lines = hunks.flatMap((hunk) => hunk.lines);
    const rows = lines.map((line) => `<span class="${line.type}">${html(line.text)}</span>`);
    return `<figcaption>${html(label)}</figcaption><pre>${rows.join('\n')}</pre>`;
  });
  return `<figure>${files.join('')}</figure>`;
}

function toolCallHtml(call: ToolCall | undefined, state: SessionState): string {
  if (call === undefined) return '';
  const parts = call.content.toArray().map((item) => {
    if (isDiff(item)) return diffHtml(item);
    const terminal =
      item.type === 'terminal' && 'terminalId' in item ? state.terminals.get(String(item.terminalId)) : undefined;
    if (terminal !== undefined) return `<pre>${html(terminalOutput(terminal))}</pre>`;
    return isJuneContent(item) && v2.isKnownToolCallContent(item) && item.type === 'content'
      ? blockHtml(item.content)
      : generic(item);
  });
  return `<details open><summary>${html(toolCallSummary(call))}</summary>${parts.join('')}</details>`;
}

function planHtml(plan: Plan | undefined): string {
  if (plan === undefined) return '';
  if (!v2.isKnownPlanUpdateContent(plan.value)) return generic(plan.value);
  const items = plan.value.entries.map(({ content, status }) => `<li class="${html(status)}">${html(content)}</li>`);
  return `<ol>${items.join('')}</ol>`;
}

function compactionHtml(compaction: Compaction | undefined): string {
  if (compaction === undefined) return '';
  return `<section class="compaction">${[...compaction.summary].map(blockHtml).join('')}</section>`;
}

function rowHtml(row: ScreenRow, state: SessionState): string {
  if (row.type === 'prompt') return `<section class="user">${row.prompt.map(blockHtml).join('')}</section>`;
  if (row.type === 'unknown') return generic(row.update);
  if (row.type === 'plan') return planHtml(state.plans.get(row.planId));
  if (row.type === 'compaction') return compactionHtml(state.compactions.get(row.compactionId));
  if (row.type === 'tool-call') return toolCallHtml(state.toolCalls.get(row.toolCallId), state);
  const message = state.messages.get(messageKey(row.kind, row.messageId));
  // Join the chunks of a text.
  const runs = message === undefined ? [] : contentRuns(message.content);
  const parts = runs.map((run) => (run.type === 'text' ? `<p>${html(run.text)}</p>` : blockHtml(run.block)));
  return `<section class="${row.kind}">${parts.join('')}</section>`;
}

const limit = AbortSignal.timeout(Number(process.env['RENDER_SECONDS'] ?? 600) * 1000);
try {
  await using agent = await spawnAgent(command, args, {
    signal: limit,
    // Nobody can be asked, so choose the first option that rejects.
    requestPermission: ({ options }) =>
      options.find(({ kind }) => kind.startsWith('reject_'))?.optionId ?? { outcome: 'cancelled' },
  });
  // The signal limits the start. A turn ends in time because the agent is closed.
  limit.addEventListener('abort', () => void agent.close());
  const session = await agent.newSession({ cwd: process.cwd() });
  const { stopReason } = await session.prompt(text);
  const { state } = session;
  const rows = [...createScreen()(state)].map((row) => rowHtml(row, state));
  if (stopReason !== 'end_turn') rows.push(`<p class="stopped">${html(stopReason)}</p>`);
  process.stdout.write(`<!doctype html><meta charset="utf-8"><title>${html(text)}</title>\n${rows.join('\n')}\n`);
} catch (error) {
  const { message, stderrTail = '' } = error as Error & { stderrTail?: string };
  console.error(`render-html: ${limit.aborted ? 'The agent took too long.' : message} ${stderrTail}`.trim());
  process.exitCode = 1;
}
