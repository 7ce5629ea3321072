import type { Connection } from './connection-status.ts';
import { carriedEngine, connectToCarried } from './exported-connection.ts';
import { connectBySocket } from './socket-connection.ts';

/** Connects the page with what answers it: its server, or the engine that an exported page carries. */
export function openConnection(token: string): Connection {
  const engine = carriedEngine();
  return engine === undefined ? connectBySocket(token) : connectToCarried(engine);
}
