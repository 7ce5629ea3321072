import { expect, test } from 'vitest';
import { FrameQueue } from '../transport/frame-queue.ts';
import { Peer } from './peer.ts';

/** A peer over a transport that ends with an error. */
function endedWith(cause: unknown): Peer {
  const frames = new FrameQueue();
  frames.fail(cause);
  return new Peer({ send: () => undefined, frames, close: async () => {} });
}

test.each(['unreachable', 'refused', 'forgotten'] as const)(
  '[JR39] a transport that ends as %s ends the connection for that reason, with its words',
  async (reason) => {
    const cause = Object.assign(new Error('The server said so.'), { reason });
    const peer = endedWith(cause);
    const call = peer.request('x').catch((error: unknown) => error);
    expect(await peer.closed).toMatchObject({ reason, message: 'The server said so.', cause });
    expect(await call).toBe(await peer.closed);
  },
);

test.each([
  ['an error without a reason', new Error('reset')],
  ['an error with a reason of its own', Object.assign(new Error('reset'), { reason: 'closed' })],
  ['something that is no error', { reason: 'forgotten' }],
])('[JR39] %s is a failure to receive', async (_, cause) => {
  const closed = await endedWith(cause).closed;
  expect(closed).toMatchObject({ reason: 'failed', message: 'Receiving from the peer failed.', cause });
});
