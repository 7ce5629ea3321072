import type { NotificationMessage } from '../../jsonrpc/message.ts';
import type { Direction, Note } from '../ledger.ts';
import { type Outbox, record } from '../outbox.ts';
import type { Crossing, RewriteRule } from './crossing.ts';
import { newSession, type Session } from './session.ts';

/** What the bridge remembers of a connection between a v1 client and a v2 agent. */
export interface Memory {
  /** Whether the agent takes MCP servers over stdio, as every v1 agent does. */
  takesStdio: boolean;
  readonly sessions: ReadonlyMap<string, Session>;
  session(id: string): Session;
  /** A load begins with nothing; what was known stays aside until it has succeeded. */
  startLoad(id: string): void;
  endLoad(id: string, isFailed: boolean): void;
  forget(id: string): void;
  note(direction: Direction, sessionId: string | undefined, out: Outbox): (note: Note) => void;
  /** Where something on its way to the client goes; what comes of a notification goes on in its place. */
  crossing(
    sessionId: string,
    out: Outbox,
    origin?: NotificationMessage,
  ): Crossing & { readonly hasSent: () => boolean };
}

/** A connection of which nothing is known. */
export function newMemory(rewrite: RewriteRule): Memory {
  const sessions = new Map<string, Session>();
  const aside = new Map<string, Session>();

  function session(id: string): Session {
    let found = sessions.get(id);
    if (found === undefined) {
      found = newSession(id);
      sessions.set(id, found);
    }
    return found;
  }

  function note(direction: Direction, sessionId: string | undefined, out: Outbox) {
    return (entry: Note) => record(out, direction, sessionId, entry);
  }

  return {
    takesStdio: true,
    sessions,
    session,
    startLoad(id) {
      aside.set(id, session(id));
      sessions.set(id, newSession(id));
    },
    endLoad(id, isFailed) {
      const before = aside.get(id);
      aside.delete(id);
      if (isFailed && before !== undefined) sessions.set(id, before);
    },
    forget(id) {
      sessions.delete(id);
    },
    note,
    crossing(sessionId, out, origin) {
      const params = origin?.params as { readonly update?: unknown } | undefined;
      let hasSent = false;
      return {
        session: session(sessionId),
        rewrite,
        note: note('2to1', sessionId, out),
        send(update) {
          hasSent = true;
          if (origin !== undefined && update === params?.update) {
            out.toClient.push(origin);
            return;
          }
          // Overwriting a key that is there already is what engines copy fast.
          const changed = params === undefined ? { sessionId, update } : { ...params, update };
          out.toClient.push({ jsonrpc: '2.0', method: 'session/update', params: changed });
        },
        extend(method, extra) {
          hasSent = true;
          out.toClient.push({ jsonrpc: '2.0', method, params: { ...params, sessionId, ...extra } });
        },
        hasSent: () => hasSent,
      };
    },
  };
}
