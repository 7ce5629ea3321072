/** The memory of a bridge, by session. */
export interface SessionTable<Session> {
  readonly sessions: ReadonlyMap<string, Session>;
  /** Returns the memory of a session, and creates it if there is none. */
  session(id: string): Session;
  /** Starts a load with an empty memory; the old one is kept until the load has succeeded. */
  startLoad(id: string): void;
  endLoad(id: string, isFailed: boolean): void;
  /** Reduces the memory of a closed session to what a resume needs. */
  close(id: string): void;
  forget(id: string): void;
}

/** Returns an empty table; `closed` returns what is kept of a session that is closed. */
export function sessionTable<Session>(
  begin: (id: string) => Session,
  closed: (session: Session) => Session,
): SessionTable<Session> {
  const sessions = new Map<string, Session>();
  const aside = new Map<string, Session>();

  function session(id: string): Session {
    let found = sessions.get(id);
    if (found === undefined) {
      found = begin(id);
      sessions.set(id, found);
    }
    return found;
  }

  return {
    sessions,
    session,
    startLoad(id) {
      aside.set(id, session(id));
      sessions.set(id, begin(id));
    },
    endLoad(id, isFailed) {
      const before = aside.get(id);
      aside.delete(id);
      if (isFailed && before !== undefined) sessions.set(id, before);
    },
    close(id) {
      for (const table of [sessions, aside]) {
        const found = table.get(id);
        if (found !== undefined) table.set(id, closed(found));
      }
    },
    forget(id) {
      sessions.delete(id);
      aside.delete(id);
    },
  };
}
