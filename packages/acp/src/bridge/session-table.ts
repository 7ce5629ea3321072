/** The memory of a bridge, by session. */
export interface SessionTable<Session> {
  readonly sessions: ReadonlyMap<string, Session>;
  /** Returns the memory of a session, and creates it if there is none. */
  session(id: string): Session;
  /** Starts a load with the memory that it needs of the old one, by default an empty one; the old one is kept until the load has succeeded. */
  startLoad(id: string): void;
  endLoad(id: string, isFailed: boolean): void;
  /** Reduces the memory of a closed session to what a resume needs. */
  close(id: string): void;
  forget(id: string): void;
}

/** Returns an empty table; `closed` returns what is kept of a session that is closed, `loading` what is kept of one that is loaded. */
export function sessionTable<Session>(
  begin: (id: string) => Session,
  closed: (session: Session) => Session,
  loading: (session: Session, id: string) => Session = (_, id) => begin(id),
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
      const before = session(id);
      aside.set(id, before);
      sessions.set(id, loading(before, id));
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
