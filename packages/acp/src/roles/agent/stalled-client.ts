import { RpcError, refusedCode } from '../../jsonrpc/rpc-error.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';

/** How long a client may keep others from a session by reading nothing of its history, and how often that is looked at, in milliseconds. */
const patience = 10_000;
const interval = 1_000;

/**
 * Waits until a client has taken what it was sent. Rejects when the signal aborts, or if the client has taken nothing for 10 s while others wait:
 * it may be gone without a word, or connected to a server that is.
 */
export async function unlessStalled(
  sent: Promise<void>,
  signal: AbortSignal,
  isAwaited: () => boolean,
  now: () => number = () => performance.now(),
): Promise<void> {
  const stalled = new AbortController();
  const begun = now();
  const timer = setInterval(() => {
    if (now() - begun >= patience && isAwaited()) stalled.abort(notRead());
  }, interval);
  try {
    await unlessAborted(sent, [signal, stalled.signal]);
  } finally {
    clearInterval(timer);
  }
}

function notRead(): RpcError {
  const message = `The history of the session was not read for ${patience / 1_000} s while other clients waited for the session. Try again in a moment.`;
  return new RpcError(refusedCode, message, { reason: 'not_read' });
}
