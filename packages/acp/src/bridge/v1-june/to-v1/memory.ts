import type { NotificationMessage } from '../../../jsonrpc/message.ts';
import { noting, type Outbox, updating } from '../../outbox.ts';
import { type SessionTable, sessionTable } from '../../session-table.ts';
import type { ClientOffers } from '../client-offers.ts';
import type { RewriteRule } from '../options.ts';
import { toV1 } from '../rules.ts';
import { closedSession } from './closed-session.ts';
import type { Crossing } from './crossing.ts';
import { newSession, type Session } from './session.ts';

/** The memory of a connection between a v1 client and a June agent. */
export interface Memory extends SessionTable<Session> {
  /** Whether the agent takes MCP servers over stdio, as every v1 agent does. */
  takesStdio: boolean;
  /** What the client offers, once it has said so. */
  offers: ClientOffers | undefined;
  /** Returns what translating for the client needs; `origin` is the notification that is being translated. */
  crossing(
    sessionId: string,
    out: Outbox,
    origin?: NotificationMessage,
  ): Crossing & { readonly hasSent: () => boolean };
}

/** Returns the memory of a new connection. */
export function newMemory(rewrite: RewriteRule): Memory {
  const table = sessionTable(newSession, closedSession);
  const memory: Memory = {
    ...table,
    takesStdio: true,
    offers: undefined,
    crossing(sessionId, out, origin) {
      const send = updating(sessionId, out, origin);
      let hasSent = false;
      return {
        session: table.session(sessionId),
        rewrite,
        offers: memory.offers,
        note: noting(toV1, sessionId, out),
        send(update, run) {
          hasSent = true;
          send(update, run);
        },
        extend(method, extra) {
          hasSent = true;
          const params = origin?.params as object | undefined;
          out.toClient.push({ jsonrpc: '2.0', method, params: { ...params, sessionId, ...extra } });
        },
        hasSent: () => hasSent,
      };
    },
  };
  return memory;
}
