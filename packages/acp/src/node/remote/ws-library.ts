import type * as Ws from 'ws';

/** Loads the `ws` library. Programs that use no WebSockets need not have it. */
export async function loadWs(): Promise<typeof Ws> {
  try {
    return await import('ws');
  } catch (cause) {
    throw new Error('WebSockets need the ws library in Node: install it with npm install ws.', { cause });
  }
}
