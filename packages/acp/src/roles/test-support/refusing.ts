import { errorText } from '../../jsonrpc/message-text.ts';
import { RpcError, refusedCode } from '../../jsonrpc/rpc-error.ts';
import type { Received, Transport } from '../../transport/transport.ts';

/** Returns why a session cannot be opened, if it is to be refused. */
export type Refuse = (sessionId: string) => RpcError | undefined;

/** What a server says that cannot open a session now. */
export const notNow = new RpcError(refusedCode, 'Not now.', { reason: 'owner_lost' });

const opening: ReadonlySet<unknown> = new Set(['session/load', 'session/resume']);

/** Returns the end of an agent on whose behalf loads and resumes are refused, which do not reach it then. */
export function refusing(far: Transport, refuse: Refuse): Transport {
  function isRefused(frame: Received): boolean {
    const { id, method, params } = typeof frame === 'string' ? JSON.parse(frame) : {};
    const refusal = opening.has(method) ? refuse(params.sessionId) : undefined;
    if (refusal === undefined) return false;
    far.send(errorText(JSON.stringify(id), refusal))?.catch(() => {});
    return true;
  }
  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    for await (const batch of far.frames) {
      const passed = batch.filter((frame) => !isRefused(frame));
      if (passed.length > 0) yield passed;
    }
  }
  return { ...far, frames: { [Symbol.asyncIterator]: frames } };
}
