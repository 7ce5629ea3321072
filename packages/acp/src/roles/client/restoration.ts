import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { nextPause } from '../../jsonrpc/retry-pause.ts';
import { Gate } from '../../transport/gate.ts';
import { report } from '../event-report.ts';
import type { KeyedQueue } from '../keyed-queue.ts';
import type { AgentCalls } from './agent-calls.ts';
import type { AgentLine } from './agent-line.ts';
import type { SessionRequest } from './client.ts';
import type { ClientOptions } from './options.ts';
import { pause } from './pause.ts';
import { type ClientSession, controlOf } from './session.ts';
import {
  lostSession,
  type RestoredSession,
  type RestoreParts,
  reconnected,
  restoreSession,
} from './session-restore.ts';

/** How long a session that is refused for now is waited for, in milliseconds: as long as transports wait for a server. */
const longestWait = 120_000;

/** What is used of a client to open its sessions again. */
interface RestorationParts extends Pick<RestoreParts, 'capabilities' | 'login'> {
  readonly sessions: Map<string, ClientSession>;
  /** The requests that the sessions were opened with, by id. */
  readonly requests: Map<string, SessionRequest>;
  readonly line: AgentLine;
  /** The loads of all sessions, by session. */
  readonly loads: KeyedQueue;
  readonly options: ClientOptions;
}

/** A session that is not open since its connection was lost. */
interface AwaySession {
  readonly session: ClientSession;
  readonly request: SessionRequest;
  /** Open when the session is open again, or lost. */
  readonly over: Gate;
  /** Ends the attempts on the present connection; undefined if there are none. */
  stop: AbortController | undefined;
}

/** Opens the sessions of a client again when its connection was lost. Those that are refused for now are tried again after pauses. */
export class Restoration {
  readonly #parts: RestorationParts;
  readonly #away = new Map<string, AwaySession>();
  #calls: AgentCalls | undefined;

  constructor(parts: RestorationParts) {
    this.#parts = parts;
  }

  /** The requests over a connection on which the sessions are opened again, before it is in use. */
  get calls(): AgentCalls | undefined {
    return this.#calls;
  }

  /** Called when the connection was lost: prompts and loads of all sessions wait until these are open on another one. */
  onLost(cause: ConnectionError): void {
    const { line, loads, options, requests, sessions } = this.#parts;
    report(options, { type: 'connection-lost', cause });
    const next = line.next ?? Promise.resolve();
    for (const away of this.#away.values()) {
      away.stop?.abort();
      away.stop = undefined;
    }
    for (const [id, session] of sessions) {
      const request = requests.get(id);
      if (request === undefined) continue;
      controlOf(session).onLost();
      if (this.#away.has(id)) continue;
      const over = new Gate();
      this.#away.set(id, { session, request, over, stop: undefined });
      loads.run(id, () => next.then(() => over.promise)).catch(() => {});
    }
  }

  /** Opens the sessions again over another connection. Returns a function that goes on with them when that connection is in use. */
  async restore(calls: AgentCalls): Promise<() => void> {
    const { capabilities, login, sessions } = this.#parts;
    // A load that was under way has failed with its connection.
    for (const [id, { session }] of this.#away) if (sessions.get(id) !== session) this.#forget(id);
    this.#calls = calls;
    try {
      const restoring = Array.from(this.#away.values(), ({ session, request }) =>
        restoreSession(session, request, { calls, capabilities, login }),
      );
      const restored = await Promise.all(restoring);
      return () => this.#goOn(restored, calls);
    } finally {
      this.#calls = undefined;
    }
  }

  /** Gives up a session that is tried again, since nobody wants it any more. Returns false if it is not tried again. */
  end(sessionId: string): boolean {
    const away = this.#away.get(sessionId);
    if (away?.stop === undefined) return false;
    away.stop.abort();
    const text = 'The connection was lost, and the session was closed before it could be opened again.';
    this.#settle(lostSession(away.session, new ConnectionError('forgotten', text)));
    return true;
  }

  /** Called when the connection is over for good. */
  onOver(error: ConnectionError): void {
    for (const session of this.#parts.sessions.values()) controlOf(session).onDisconnected(error);
    for (const [id, { stop }] of this.#away) {
      stop?.abort();
      this.#forget(id);
    }
  }

  /** What became of the prompts is known now. */
  #goOn(restored: readonly RestoredSession[], calls: AgentCalls): void {
    const refused = restored.filter(({ how }) => how === 'refused');
    for (const each of restored) if (each.how !== 'refused') this.#settle(each);
    const begin = refused.map((each) => this.#wait(each, calls));
    report(this.#parts.options, reconnected(restored));
    for (const tryAgain of begin) tryAgain();
  }

  /** Makes what is asked in a session wait. Returns a function that begins to try it again. */
  #wait(refused: RestoredSession, calls: AgentCalls): () => void {
    const { id } = refused.session;
    const away = this.#away.get(id) as AwaySession;
    const stop = new AbortController();
    away.stop = stop;
    this.#parts.line.hold(id, away.over.promise);
    return () => void this.#tryAgain(away, refused, calls, stop.signal);
  }

  async #tryAgain(away: AwaySession, refused: RestoredSession, calls: AgentCalls, signal: AbortSignal): Promise<void> {
    const { capabilities, login, options } = this.#parts;
    let latest = refused;
    let waited = 0;
    for (let wait = nextPause(undefined); latest.how === 'refused' && waited < longestWait; wait = nextPause(wait)) {
      if (!signal.aborted) await pause(wait, signal);
      if (signal.aborted) return;
      waited += wait;
      try {
        latest = await restoreSession(away.session, away.request, { calls, capabilities, login, signal });
      } catch (error) {
        // The session is opened again on the next connection, if there is one.
        if (error instanceof ConnectionError) return;
        throw error;
      }
      if (signal.aborted) return;
    }
    const settled: RestoredSession = latest.how === 'refused' ? { ...latest, how: 'lost' } : latest;
    this.#settle(settled);
    report(options, reconnected([settled]));
  }

  #settle({ session, find, error }: RestoredSession): void {
    const { id } = session;
    const { line, requests, sessions } = this.#parts;
    // Prompts that are sent again come first.
    line.release(id);
    if (error === undefined) controlOf(session).onRestored(find);
    else {
      sessions.delete(id);
      requests.delete(id);
      controlOf(session).onDisconnected(error);
    }
    this.#forget(id);
  }

  /** What waits for a session goes on. */
  #forget(id: string): void {
    this.#parts.line.release(id);
    this.#away.get(id)?.over.open();
    this.#away.delete(id);
  }
}
