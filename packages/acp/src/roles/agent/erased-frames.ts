import { type EraseFromUpdate, eraserFor } from '../../log/erased-update.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { isObject } from '../../protocol/reading/guard.ts';

/** Returns what takes erased content out of the frames of a session; see `Peer.rewrite`. */
export function erasedFrames(sessionId: string, erase: EraseFromUpdate): (frame: string) => string | null | undefined {
  return (frame) => {
    if (!frame.includes('session/update') || !frame.includes(JSON.stringify(sessionId))) return undefined;
    const message = parsed(frame);
    const { params } = message;
    if (message['method'] !== 'session/update' || !isObject(params) || params['sessionId'] !== sessionId)
      return undefined;
    const { update } = params;
    const left = isObject(update) ? erase(update) : undefined;
    return left ? JSON.stringify({ ...message, params: { ...params, update: left } }) : left;
  };
}

/** Chunks erase nothing, and are most of what is sent. */
const isChunk =
  /^\{"jsonrpc":"2\.0","method":"session\/update","params":\{"sessionId":"[^"\\]*","update":\{"sessionUpdate":"\w+_chunk"/;

/** Returns what takes out of earlier frames what a frame erases, anew for each queue; undefined if the frame erases nothing. */
export function eraserIn(frame: string): (() => (earlier: string) => string | null | undefined) | undefined {
  if (isChunk.test(frame) || !frame.includes('session/update')) return undefined;
  const { method, params } = parsed(frame);
  if (method !== 'session/update' || !isObject(params)) return undefined;
  const { sessionId, update } = params;
  if (typeof sessionId !== 'string' || !isObject(update) || typeof update['sessionUpdate'] !== 'string')
    return undefined;
  const erasing = update as unknown as SessionUpdate;
  if (eraserFor(erasing) === undefined) return undefined;
  return () => erasedFrames(sessionId, eraserFor(erasing) ?? (() => undefined));
}

function parsed(frame: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(frame)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
