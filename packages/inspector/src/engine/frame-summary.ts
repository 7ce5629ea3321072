import { isObject } from '@emend/acp/protocol';
import type { InputLine } from '@emend/acp/recording';
import { oneLine } from '@emend/acp/view';

const width = 120;

/** Returns a few words of what is in a line; `update` is the tag if it is an update. */
export function frameSummary(line: InputLine | undefined): string {
  return oneLine(wordsOf(line), width);
}

/** Returns a few words of chunks that are one row: the tag of the first, and the text of all. */
export function foldedSummary(lines: readonly (InputLine | undefined)[]): string {
  return oneLine(foldedWords(lines), width);
}

/** Whether more chunks would not change the summary of those that are known. */
export function hasWholeSummary(lines: readonly (InputLine | undefined)[]): boolean {
  return [...oneLine(foldedWords(lines), width + 1)].length > width;
}

function foldedWords([first, ...others]: readonly (InputLine | undefined)[]): string {
  return wordsOf(first) + others.map(chunkWords).join('');
}

function chunkWords(line: InputLine | undefined): string {
  const params = line?.kind === 'message' && isObject(line.message) ? line.message['params'] : undefined;
  return isObject(params) && isObject(params['update']) ? saidIn(params['update']) : '';
}

function wordsOf(line: InputLine | undefined): string {
  if (line === undefined) return '';
  if (line.kind === 'problem') return `expected ${line.expected}, found ${line.found}`;
  if (line.kind === 'warning') return line.warning;
  if (line.kind === 'text') return line.entry.text ?? '';
  return messageWords(line.message);
}

function messageWords(message: unknown): string {
  if (Array.isArray(message)) return `batch of ${message.length}`;
  if (!isObject(message)) return shortJson(message);
  const { method, params, result, error } = message;
  if (isObject(error)) return textOf(error['message']) ?? '';
  if (method === undefined) return isObject(result) ? fieldWords(result) : shortJson(result);
  if (!isObject(params)) return '';
  return isObject(params['update']) ? updateWords(params['update']) : fieldWords(params);
}

function updateWords(update: { readonly [key: string]: unknown }): string {
  return `${textOf(update['sessionUpdate']) ?? ''} ${saidIn(update) || listWords(update)}`;
}

function saidIn({ content, title, status, state, message, data }: { readonly [key: string]: unknown }): string {
  const said =
    contentWords(content) ?? textOf(title) ?? textOf(status) ?? textOf(state) ?? textOf(message) ?? textOf(data) ?? '';
  return title !== undefined && typeof status === 'string' ? `${said} ${status}` : said;
}

/** Returns how much is in the list that an update has: steps of a plan, commands, options. */
function listWords({ plan, entries, availableCommands, configOptions }: { readonly [key: string]: unknown }): string {
  const steps = isObject(plan) ? plan['entries'] : entries;
  if (Array.isArray(steps)) {
    const done = steps.filter((step) => isObject(step) && step['status'] === 'completed').length;
    return `${done} of ${steps.length} done`;
  }
  if (Array.isArray(availableCommands)) return counted(availableCommands.length, 'command');
  return Array.isArray(configOptions) ? counted(configOptions.length, 'option') : '';
}

function counted(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

/** Content is in content at most this deep: a tool call has items, and these have blocks. */
const deepestContent = 4;

/** Returns the text that content begins with: a block, a list of them, or the items of a tool call. */
function contentWords(content: unknown, levels = deepestContent): string | undefined {
  if (levels === 0) return undefined;
  const first = Array.isArray(content) ? content[0] : content;
  if (!isObject(first)) return undefined;
  const { type, text, content: inner, path, terminalId } = first;
  return textOf(text) ?? contentWords(inner, levels - 1) ?? textOf(path) ?? textOf(terminalId) ?? textOf(type);
}

function fieldWords(fields: { readonly [key: string]: unknown }): string {
  const { prompt, stopReason, title, toolCall, outcome, path, command, sessionId, protocolVersion } = fields;
  const subject = isObject(toolCall) ? (textOf(toolCall['title']) ?? textOf(toolCall['toolCallId'])) : undefined;
  const chosen = isObject(outcome) ? (textOf(outcome['optionId']) ?? textOf(outcome['outcome'])) : undefined;
  const version = typeof protocolVersion === 'number' ? `version ${protocolVersion}` : undefined;
  return (
    contentWords(prompt) ??
    textOf(stopReason) ??
    textOf(title) ??
    subject ??
    chosen ??
    textOf(path) ??
    textOf(command) ??
    version ??
    textOf(sessionId) ??
    ''
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, width * 4) : undefined;
}

function shortJson(value: unknown): string {
  return value === null || typeof value !== 'object' ? (JSON.stringify(value) ?? '').slice(0, width * 4) : '';
}
