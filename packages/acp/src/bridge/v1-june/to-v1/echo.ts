import { hasMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type { Crossing } from './crossing.ts';
import { sendBlock } from './sending.ts';
import type { AwaitedPrompt, HeldChunk, ShownMessage } from './session.ts';
import { append, blocksOf, continuation, isEmpty, noContent, shown } from './shown-content.ts';

/** Starts to wait for the echo of a prompt: a user message that repeats it, which the client shows by itself. Prompts may wait behind each other. */
export function awaitEcho({ session }: Crossing, request: object, prompt: readonly june.ContentBlock[]): void {
  const content = shown(prompt);
  if (isEmpty(content)) return;
  const { prompts = [], candidate } = session.echo ?? {};
  session.echo = { prompts: [...prompts, { request, content }], candidate };
}

/** Sends the chunks of a message that turned out not to be the echo. */
export function releaseEcho(crossing: Crossing): void {
  const candidate = crossing.session.echo?.candidate;
  if (crossing.session.echo === undefined || candidate === undefined) return;
  crossing.session.echo.candidate = undefined;
  for (const { block, meta } of candidate.chunks) sendBlock(crossing, candidate.message, block, meta);
}

/** Stops waiting for the echo of a prompt, or for all. */
export function endEcho(crossing: Crossing, request?: object): void {
  releaseEcho(crossing);
  if (request === undefined) crossing.session.echo = undefined;
  else forgetEcho(crossing, request);
}

/** Stops waiting for the echo of a prompt that was refused, or is there. What may be the echo of another one is held on. */
export function forgetEcho(crossing: Crossing, request: object): void {
  const { session } = crossing;
  const prompts = session.echo?.prompts.filter((awaited) => awaited.request !== request) ?? [];
  if (prompts.length === 0) releaseEcho(crossing);
  session.echo = prompts.length === 0 ? undefined : { prompts, candidate: session.echo?.candidate };
}

function suppress(
  crossing: Crossing,
  { request, content }: AwaitedPrompt,
  message: ShownMessage,
  chunks: readonly HeldChunk[],
): void {
  message.content = { ...content, blocks: [...content.blocks] };
  message.isEcho = true;
  if (crossing.session.echo !== undefined) crossing.session.echo.candidate = undefined;
  forgetEcho(crossing, request);
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
  const possible = echo.prompts.filter(({ content }) => continuation(candidate.content, content) !== undefined);
  const whole = possible.find(({ content }) => continuation(candidate.content, content)?.length === 0);
  if (whole !== undefined) {
    suppress(crossing, whole, message, candidate.chunks);
    return true;
  }
  echo.candidate = candidate;
  if (possible.length === 0) releaseEcho(crossing);
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
  const whole = echo.prompts.find((awaited) => continuation(shown(content), awaited.content)?.length === 0);
  if (whole === undefined) return false;
  suppress(crossing, whole, message, []);
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
