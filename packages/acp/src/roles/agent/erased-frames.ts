import type { EraseFromUpdate } from '../../log/erased-update.ts';
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

function parsed(frame: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(frame)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
