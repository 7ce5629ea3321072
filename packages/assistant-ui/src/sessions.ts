import type { Client, ClientSession, SessionRequest } from '@emend/acp/roles';

/** A session in the list of threads. */
export interface SessionThread {
  readonly status: 'regular';
  readonly id: string;
  readonly title?: string;
}

/** The sessions of an agent as threads, at one moment. */
export interface SessionsState {
  /** The session that is shown. */
  readonly session: ClientSession;
  readonly threads: readonly SessionThread[];
  /** Whether a session is being opened, or the list is being read. */
  readonly isLoading: boolean;
}

/** The sessions of an agent as threads: one is shown, and others can be opened. */
export interface Sessions {
  readonly state: SessionsState;
  /** Whether the agent can delete sessions. */
  readonly canDelete: boolean;
  /** Calls the listener after each change. */
  subscribe(listener: () => void): () => void;
  /** Reads the agent's list of sessions; without such a list, only the sessions that are open here are threads. */
  refresh(): Promise<void>;
  /** Shows another session. It is loaded with its history, or resumed if the agent cannot load. */
  switchTo(sessionId: string): Promise<void>;
  /** Shows a new session. */
  startNew(): Promise<void>;
  /** Deletes a session; if it is the one that is shown, a new one is shown. */
  remove(sessionId: string): Promise<void>;
}

/** Creates the threads of an agent. `request` says where new sessions and those from the list work. */
export function createSessions(client: Client, first: ClientSession, request: SessionRequest): Sessions {
  const listeners = new Set<() => void>();
  const { list, delete: deletes, load } = client.agent.capabilities?.session ?? {};
  const canList = list !== undefined && list !== null;
  const titles = new Map<string, string | undefined>([[first.id, undefined]]);
  let state: SessionsState = { session: first, threads: threadsOf(titles, client), isLoading: false };
  /** Counts what was asked for; an answer that comes after another question was asked shows nothing. */
  let asked = 0;

  function change(next: Partial<SessionsState>): void {
    state = { ...state, ...next, threads: threadsOf(titles, client) };
    for (const listener of listeners) listener();
  }

  async function show(open: () => Promise<ClientSession>): Promise<void> {
    asked += 1;
    const mine = asked;
    change({ isLoading: true });
    try {
      const session = await open();
      if (!titles.has(session.id)) titles.set(session.id, undefined);
      change(mine === asked ? { session } : {});
    } finally {
      if (mine === asked) change({ isLoading: false });
    }
  }

  async function opened(sessionId: string): Promise<ClientSession> {
    const known = client.sessions.get(sessionId);
    if (known !== undefined) return known;
    const named = { ...request, sessionId };
    return load === undefined || load === null ? client.resumeSession(named) : client.loadSession(named);
  }

  const startNew = (): Promise<void> => show(() => client.newSession(request));
  return {
    get state() {
      return state;
    },
    canDelete: deletes !== undefined && deletes !== null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async refresh() {
      if (!canList) return;
      const found = new Map<string, string | undefined>();
      for await (const { sessionId, title } of client.allSessions({ cwd: request.cwd })) {
        found.set(sessionId, title ?? undefined);
      }
      // A session without a message may not be in the list of the agent.
      for (const id of titles.keys()) if (!found.has(id) && !client.sessions.has(id)) titles.delete(id);
      for (const [id, title] of found) titles.set(id, title);
      change({});
    },
    switchTo: (sessionId) => show(() => opened(sessionId)),
    startNew,
    async remove(sessionId) {
      await client.deleteSession(sessionId);
      titles.delete(sessionId);
      if (sessionId === state.session.id) await startNew();
      else change({});
    },
  };
}

function threadsOf(titles: ReadonlyMap<string, string | undefined>, client: Client): SessionThread[] {
  return Array.from(titles, ([id, listed]) => {
    const title = client.sessions.get(id)?.state.info?.title ?? listed;
    return title === undefined ? { status: 'regular', id } : { status: 'regular', id, title };
  });
}
