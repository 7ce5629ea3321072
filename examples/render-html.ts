/**
 * A client that talks to an agent for at most RENDER_SECONDS and writes the session as an HTML page:
 *
 *     node examples/dist/render-html.js "Say something" node examples/dist/guarded-agent.js > session.html
 */
import process from 'node:process';
import type { PermissionRequest, SessionState } from '@emend/acp';
import { spawnAgent } from '@emend/acp/node';
import * as v2 from '@emend/acp/protocol/june';
import { isJuneContent, messageKey, type Plan, type ToolCall } from '@emend/acp/session';
import * as view from '@emend/acp/view';

const [text, command, ...args] = process.argv.slice(2);
if (text === undefined || command === undefined) {
  process.stderr.write('usage: render-html PROMPT COMMAND [ARGS...]\n');
  process.exit(2);
}

// Text from an agent is untrusted: it is always escaped here.
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (raw: string): string => raw.replace(/[&<>"]/g, (character) => entities[character] ?? '');
const generic = (value: object): string => `<pre class="unknown">${html(view.genericForm(value).text)}</pre>`;

function blockHtml(block: v2.ContentBlock): string {
  return v2.isKnownContentBlock(block) && block.type === 'text' ? `<p>${html(block.text)}</p>` : generic(block);
}

const lineHtml = ({ type, text }: view.DiffLine): string => `<span class="${type}">${html(text)}</span>`;
const fileHtml = ({ label, hunks }: view.FileDiff): string =>
  `<h4>${html(label)}</h4><pre>${hunks.flatMap(({ lines }) => lines.map(lineHtml)).join('\n')}</pre>`;

function toolCallHtml(call: ToolCall | undefined, terminals: SessionState['terminals']): string {
  if (call === undefined) return '';
  const parts = call.content.toArray().map((item) => {
    if (view.isDiff(item)) return view.fileDiffs(item).files.map(fileHtml).join('');
    const terminal = item.type === 'terminal' ? terminals.get(String(item['terminalId'])) : undefined;
    if (terminal !== undefined) return `<pre>${html(view.terminalOutput(terminal))}</pre>`;
    if (!isJuneContent(item) || !v2.isKnownToolCallContent(item)) return generic(item);
    return item.type === 'content' ? blockHtml(item.content) : generic(item);
  });
  return `<details open><summary>${html(view.toolCallSummary(call))}</summary>${parts.join('')}</details>`;
}

function planHtml(plan: Plan | undefined): string {
  if (plan === undefined) return '';
  if (!v2.isKnownPlanUpdateContent(plan.value)) return generic(plan.value);
  const items = plan.value.entries.map(({ content, status }) => `<li class="${html(status)}">${html(content)}</li>`);
  return `<ol>${items.join('')}</ol>`;
}

function rowHtml(row: view.ScreenRow, state: SessionState): string {
  if (row.type === 'prompt') return `<section class="user">${row.prompt.map(blockHtml).join('')}</section>`;
  if (row.type === 'unknown') return generic(row.update);
  if (row.type === 'plan') return planHtml(state.plans.get(row.planId));
  if (row.type === 'tool-call') return toolCallHtml(state.toolCalls.get(row.toolCallId), state.terminals);
  if (row.type === 'compaction') return '<hr>';
  const message = state.messages.get(messageKey(row.kind, row.messageId));
  const runs = message === undefined ? [] : view.contentRuns(message.content);
  const parts = runs.map((run) => (run.type === 'text' ? `<p>${html(run.text)}</p>` : blockHtml(run.block)));
  return `<section class="${row.kind}">${parts.join('')}</section>`;
}

const limit = AbortSignal.timeout(Number(process.env['RENDER_SECONDS'] ?? 600) * 1000);
try {
  // Nobody can be asked, so choose the first option that rejects.
  const requestPermission = ({ options }: PermissionRequest) =>
    options.find(({ kind }) => kind.startsWith('reject_'))?.optionId ?? { outcome: 'cancelled' as const };
  await using agent = await spawnAgent(command, args, { signal: limit, requestPermission });
  limit.addEventListener('abort', () => void agent.close()); // ends a turn as well
  const session = await agent.newSession({ cwd: process.cwd() });
  const { stopReason } = await session.prompt(text);
  const rows = [...view.createScreen()(session.state)].map((row) => rowHtml(row, session.state));
  if (stopReason !== 'end_turn') rows.push(`<p class="stopped">${html(stopReason)}</p>`);
  process.stdout.write(`<!doctype html><meta charset="utf-8"><title>${html(text)}</title>\n${rows.join('\n')}\n`);
} catch (error) {
  const { message, stderrTail = '' } = error as Error & { stderrTail?: string };
  console.error(`render-html: ${limit.aborted ? 'The agent took too long.' : message} ${stderrTail}`.trim());
  process.exitCode = 1;
}
