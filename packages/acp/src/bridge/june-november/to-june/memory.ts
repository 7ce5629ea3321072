import type { NotificationMessage } from '../../../jsonrpc/message.ts';
import { noting, type Outbox, updating } from '../../outbox.ts';
import { type SessionTable, sessionTable } from '../../session-table.ts';
import type { JuneNovemberOptions } from '../options.ts';
import { toJune } from '../rules.ts';
import type { Crossing } from './crossing.ts';
import { closedSession, newSession, type Session } from './session.ts';

/** The memory of a connection between a June client and an agent of the other draft. */
export interface Memory extends SessionTable<Session> {
  /** How many new sessions have no id yet. */
  unnamed: number;
  /** Returns what translating for the client needs; `origin` is the notification that is being translated. */
  crossing(sessionId: string, out: Outbox, origin?: NotificationMessage): Crossing;
}

/** Returns the memory of a new connection. */
export function newMemory({ notices = 'raw' }: JuneNovemberOptions): Memory {
  const table = sessionTable(newSession, closedSession);
  return {
    ...table,
    unnamed: 0,
    crossing: (sessionId, out, origin) => ({
      session: table.session(sessionId),
      notices,
      note: noting(toJune, sessionId, out),
      send: updating(sessionId, out, origin),
    }),
  };
}
