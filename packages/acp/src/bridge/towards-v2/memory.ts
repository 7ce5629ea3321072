import type { NotificationMessage } from '../../jsonrpc/message.ts';
import type { Direction, Note } from '../ledger.ts';
import { type Outbox, record } from '../outbox.ts';
import type { Crossing } from './crossing.ts';
import type { V1AgentOptions } from './options.ts';
import { newSession, type Session } from './session.ts';

/** What the bridge remembers of a connection between a v2 client and a v1 agent. */
export interface Memory {
  /** Whether the agent takes MCP servers over SSE. */
  takesSse: boolean;
  /** How many new sessions have no id yet. */
  unnamed: number;
  readonly sessions: ReadonlyMap<string, Session>;
  session(id: string): Session;
  /** A load begins with nothing; what was known stays aside until it has succeeded. */
  startLoad(id: string): void;
  endLoad(id: string, isFailed: boolean): void;
  forget(id: string): void;
  note(direction: Direction, sessionId: string | undefined, out: Outbox): (note: Note) => void;
  /** Where something on its way to the client goes; what comes of a notification goes on in its place. */
  crossing(sessionId: string, out: Outbox, origin?: NotificationMessage): Crossing;
}

/** A connection of which nothing is known. */
export function newMemory({ inheritsIds = false, terminalText }: V1AgentOptions): Memory {
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
    takesSse: false,
    unnamed: 0,
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
      return {
        session: session(sessionId),
        inheritsIds,
        terminalText: (terminalId) => terminalText?.(sessionId, terminalId),
        note: note('1to2', sessionId, out),
        send(update) {
          if (origin !== undefined && update === params?.update) {
            out.toClient.push(origin);
            return;
          }
          // Overwriting a key that is there already is what engines copy fast.
          const changed = params === undefined ? { sessionId, update } : { ...params, update };
          out.toClient.push({ jsonrpc: '2.0', method: 'session/update', params: changed });
        },
      };
    },
  };
}
