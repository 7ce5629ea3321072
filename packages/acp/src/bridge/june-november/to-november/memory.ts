import type { NotificationMessage } from '../../../jsonrpc/message.ts';
import { noting, type Outbox, updating } from '../../outbox.ts';
import { type SessionTable, sessionTable } from '../../session-table.ts';
import { toNovember } from '../rules.ts';
import type { Crossing } from './crossing.ts';
import { closedSession, newSession, type Session } from './session.ts';

/** The memory of a connection between a November client and an agent of the other draft. */
export interface Memory extends SessionTable<Session> {
  /** How many new sessions have no id yet. */
  unnamed: number;
  /** Returns what translating for the client needs; `origin` is the notification that is being translated. */
  crossing(sessionId: string, out: Outbox, origin?: NotificationMessage): Crossing;
}

/** Returns the memory of a new connection. */
export function newMemory(): Memory {
  const table = sessionTable(newSession, closedSession);
  return {
    ...table,
    unnamed: 0,
    crossing: (sessionId, out, origin) => ({
      session: table.session(sessionId),
      note: noting(toNovember, sessionId, out),
      send: updating(sessionId, out, origin),
    }),
  };
}
