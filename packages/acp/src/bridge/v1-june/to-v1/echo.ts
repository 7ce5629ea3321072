import { hasMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type { Crossing } from './crossing.ts';
import { sendBlock } from './sending.ts';
import type { HeldChunk, ShownMessage } from './session.ts';
import { append, blocksOf, continuation, isEmpty, noContent, shown } from './shown-content.ts';

/** Starts to wait for the echo of a prompt: a user message that repeats it, which the client shows by itself. */
export function awaitEcho(crossing: Crossing, prompt: readonly june.ContentBlock[]): void {
  const content = shown(prompt);
  crossing.session.echo = isEmpty(content) ? undefined : { prompt: content, candidate: undefined };
}

/** Sends the chunks of a message that turned out not to be the echo. */
export function releaseEcho(crossing: Crossing): void {
  const candidate = crossing.session.echo?.candidate;
  if (crossing.session.echo === undefined || candidate === undefined) return;
  crossing.session.echo.candidate = undefined;
  for (const { block, meta } of candidate.chunks) sendBlock(crossing, candidate.message, block, meta);
}

/** Stops waiting for an echo. */
export function endEcho(crossing: Crossing): void {
  releaseEcho(crossing);
  crossing.session.echo = undefined;
}

function suppress(crossing: Crossing, message: ShownMessage, chunks: readonly HeldChunk[]): void {
  const { echo } = crossing.session;
  if (echo === undefined) return;
  message.content = { ...echo.prompt, blocks: [...echo.prompt.blocks] };
  message.isEcho = true;
  crossing.session.echo = undefined;
  crossing.note({
    kind: 'repair',
    rule: 'echo',
    messageId: message.id,
    lost: 'a second showing of the prompt',
    done: 'not sent',
  });
  for (const { meta } of chunks) {
    if (hasMeta({ _meta: meta ?? null })) {
      crossing.note({ kind: 'loss', rule: 'chunk-meta', messageId: message.id, path: '_meta', lost: meta });
    }
  }
}

function isFresh(message: ShownMessage): boolean {
  return message.kind === 'user' && !message.isEcho && isEmpty(message.content) && message.held === undefined;
}

/** Returns whether a chunk may belong to the echo and is therefore not sent. */
export function takeEchoChunk(crossing: Crossing, message: ShownMessage, chunk: HeldChunk): boolean {
  const { echo } = crossing.session;
  if (echo === undefined || !isFresh(message)) return false;
  if (echo.candidate !== undefined && echo.candidate.message !== message) releaseEcho(crossing);
  const candidate = echo.candidate ?? { message, content: noContent(), chunks: [] };
  append(candidate.content, chunk.block);
  candidate.chunks.push(chunk);
  const missing = continuation(candidate.content, echo.prompt);
  if (missing !== undefined && missing.length === 0) {
    suppress(crossing, message, candidate.chunks);
    return true;
  }
  echo.candidate = candidate;
  if (missing === undefined) releaseEcho(crossing);
  return true;
}

/** Returns whether a whole message is the echo and is therefore not sent. */
export function takeEchoMessage(
  crossing: Crossing,
  message: ShownMessage,
  content: readonly june.ContentBlock[],
): boolean {
  const { echo } = crossing.session;
  if (echo === undefined || !isFresh(message)) return false;
  // A whole message replaces the chunks that may have been its beginning.
  if (echo.candidate?.message === message) echo.candidate = undefined;
  else releaseEcho(crossing);
  const missing = continuation(shown(content), echo.prompt);
  if (missing === undefined || missing.length > 0) return false;
  suppress(crossing, message, []);
  return true;
}

/** Drops a suppressed echo that is replaced or cleared. */
export function replaceEcho(crossing: Crossing, message: ShownMessage): void {
  if (message.isEcho) letGo(crossing, message, 'only what takes its place is sent');
}

/** Sends a suppressed echo after all, because more of its message follows. */
export function revealEcho(crossing: Crossing, message: ShownMessage): void {
  if (!message.isEcho) return;
  const blocks = blocksOf(message.content);
  letGo(crossing, message, 'shown again, with what follows');
  for (const block of blocks) sendBlock(crossing, message, block, undefined);
}

function letGo(crossing: Crossing, message: ShownMessage, done: string): void {
  message.isEcho = false;
  message.content = noContent();
  const lost = 'the prompt stays on screen as it was';
  crossing.note({ kind: 'loss', rule: 'echo-changed', messageId: message.id, path: 'content', lost, done });
}
