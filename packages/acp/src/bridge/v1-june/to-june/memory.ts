import type { NotificationMessage } from '../../../jsonrpc/message.ts';
import { noting, type Outbox, updating } from '../../outbox.ts';
import { type SessionTable, sessionTable } from '../../session-table.ts';
import type { ClientServices, V1AgentOptions } from '../options.ts';
import { toJune } from '../rules.ts';
import type { Crossing } from './crossing.ts';
import { closedSession, newSession, type Session } from './session.ts';

/** What the bridge remembers of a connection between a v2 client and a v1 agent. */
export interface Memory extends SessionTable<Session> {
  /** Whether the agent takes MCP servers over SSE. */
  takesSse: boolean;
  /** How many new sessions have no id yet. */
  unnamed: number;
  /** What is served in place of the client. */
  readonly services: ClientServices;
  /** Where something on its way to the client goes; what comes of a notification goes on in its place. */
  crossing(sessionId: string, out: Outbox, origin?: NotificationMessage): Crossing;
}

/** A connection of which nothing is known. */
export function newMemory({ inheritsIds = false, services = {}, terminalText }: V1AgentOptions): Memory {
  const table = sessionTable(newSession, closedSession);
  return {
    ...table,
    takesSse: false,
    unnamed: 0,
    services,
    crossing: (sessionId, out, origin) => ({
      session: table.session(sessionId),
      inheritsIds,
      terminalText: (terminalId) => terminalText?.(sessionId, terminalId),
      note: noting(toJune, sessionId, out),
      send: updating(sessionId, out, origin),
    }),
  };
}
