import type { Connection } from './connection-status.ts';
import { connectBySocket } from './socket-connection.ts';

/** Connects the page with what answers it: its server. */
export function openConnection(token: string): Connection {
  return connectBySocket(token);
}
