import type { NotificationMessage, RequestId } from '../../../jsonrpc/message.ts';
import { noting, type Outbox, updating } from '../../outbox.ts';
import { type SessionTable, sessionTable } from '../../session-table.ts';
import { type ClientOffers, clientOffers } from '../handshake.ts';
import type { JuneNovemberOptions } from '../options.ts';
import { toJune } from '../rules.ts';
import type { Crossing } from './crossing.ts';
import { closedSession, loadedSession, newSession, type Session } from './session.ts';
import { sendContentBeforeOthers } from './tool-content.ts';

/** A question of the agent to the person that has no answer yet. */
interface Question {
  /** The session; `undefined` for a question that belongs to none. */
  readonly sessionId: string | undefined;
  /** Ends the question because the agent has taken it back. */
  withdraw(out: Outbox): void;
}

/** The memory of a connection between a June client and a November agent. */
export interface Memory extends SessionTable<Session> {
  /** How many new sessions have no id yet. */
  unnamed: number;
  /** What the client offers beyond June. */
  offers: ClientOffers;
  /** The ways to log in that the agent has told, by id; `undefined` before it has told any or none. */
  authMethods: ReadonlyMap<string, string> | undefined;
  /** The questions of the agent that have no answer yet, by the id of their request. */
  readonly questions: Map<RequestId, Question>;
  readonly isRecording: boolean;
  /** Returns what translating for the client needs; `origin` is the notification that is being translated. */
  crossing(sessionId: string, out: Outbox, origin?: NotificationMessage): Crossing;
}

/** Returns the memory of a new connection. */
export function newMemory({ notices = 'raw', isRecording = false }: JuneNovemberOptions): Memory {
  const table = sessionTable(newSession, closedSession, loadedSession);
  return {
    ...table,
    unnamed: 0,
    offers: clientOffers(undefined),
    authMethods: undefined,
    questions: new Map(),
    isRecording,
    crossing: (sessionId, out, origin) => ({
      session: table.session(sessionId),
      notices,
      note: noting(toJune, sessionId, out),
      send: updating(sessionId, out, origin),
    }),
  };
}

/** Sends changed tool content of all sessions, before a message that must not overtake it. */
export function sendWaiting(memory: Memory, out: Outbox): void {
  for (const [id, { values }] of memory.sessions) {
    if (values.unsent.size > 0) sendContentBeforeOthers(memory.crossing(id, out));
  }
}
