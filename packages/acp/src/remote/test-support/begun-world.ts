import type { RemoteError } from '../client/remote-error.ts';
import { SocketWorld, type WorldOptions } from './socket-world.ts';

export const INITIALIZE = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}';
export const ANSWER = '{"jsonrpc":"2.0","id":0,"result":{}}';
export const MESSAGE = '{"jsonrpc":"2.0","method":"x"}';

/** The state of a client that has just connected. */
export const opened = { type: 'open', carrier: 'websocket', isResumed: false };

/** How a socket ends without a word. */
const abrupt = { code: 1006, reason: '' };

/** Returns a client and a server that have shaken hands. */
export async function begun(options: WorldOptions = {}): Promise<SocketWorld> {
  const world = new SocketWorld(options);
  await world.initialize();
  return world;
}

/** Cuts the socket so that both sides know it. */
export function cut({ socket }: SocketWorld): void {
  socket.client.end(abrupt);
  socket.server.end(abrupt);
}

/** Returns the parts of a remote error that a promise is rejected with. */
export async function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'fine',
    ({ reason, message, status }: RemoteError) => ({ reason, message, status }),
  );
}
