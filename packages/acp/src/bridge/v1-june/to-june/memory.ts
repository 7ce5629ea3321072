import type { NotificationMessage } from '../../../jsonrpc/message.ts';
import { noting, type Outbox, updating } from '../../outbox.ts';
import { type SessionTable, sessionTable } from '../../session-table.ts';
import type { ClientServices, V1AgentOptions } from '../options.ts';
import { toJune } from '../rules.ts';
import type { Crossing } from './crossing.ts';
import { closedSession, newSession, type Session } from './session.ts';

/** The memory of a connection between a June client and a v1 agent. */
export interface Memory extends SessionTable<Session> {
  /** Whether the agent takes MCP servers over SSE. */
  takesSse: boolean;
  /** How many new sessions have no id yet. */
  unnamed: number;
  /** What is served in place of the client. */
  readonly services: ClientServices;
  /** Returns what translating for the client needs; `origin` is the notification that is being translated. */
  crossing(sessionId: string, out: Outbox, origin?: NotificationMessage): Crossing;
}

/** Returns the memory of a new connection. */
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
