import { RecentMap } from './recent-map.ts';
import type { Place } from './session-lint.ts';

const mostSessions = 10_000;
const mostWaiting = 1_000;

/** Requests that name a session without a need that it is open. */
const opening: ReadonlySet<string> = new Set(['session/load', 'session/resume']);
const others: ReadonlySet<string> = new Set(['session/fork', 'session/close', 'session/delete', 'session/list']);

/** Knows which sessions were opened, and reports those that are named without. It knows nothing before the agent is initialized. */
export class KnownSessions {
  readonly #report: (session: string, place: Place) => void;
  readonly #known = new RecentMap<string, true>(mostSessions);
  /** Sessions that an open request may turn out to have made, with the first frame that named each. */
  readonly #waiting = new RecentMap<string, Place>(mostWaiting);
  #making = 0;
  #knowsAll = false;
  /** The session that was named last and is known, which is usually that of the next message. */
  #last: string | undefined;

  constructor(report: (session: string, place: Place) => void) {
    this.#report = report;
  }

  /** The client initializes the agent, which has no sessions then. */
  begin(): void {
    this.#known.clear();
    this.#waiting.clear();
    this.#making = 0;
    this.#last = undefined;
    this.#knowsAll = true;
  }

  /** The client sent a request. */
  asked(method: string, definition: object | undefined): void {
    if (makesSession(method, definition)) this.#making += 1;
  }

  /** A message named a session. */
  named(session: string, method: string, place: Place): void {
    if (!this.#knowsAll || session === this.#last || others.has(method)) return;
    if (this.#known.get(session) === true) this.#last = session;
    else if (opening.has(method)) this.#add(session);
    else if (this.#making > 0) {
      if (this.#waiting.get(session) === undefined) this.#waiting.set(session, place);
    } else this.#tell(session, place);
  }

  /** The agent answered a request of the client. */
  answered(method: string, definition: object | undefined, sessions: readonly string[]): void {
    if (!this.#knowsAll) return;
    for (const session of sessions) this.#add(session);
    if (!makesSession(method, definition) || --this.#making > 0) return;
    for (const [session, place] of this.#waiting) if (this.#known.get(session) !== true) this.#tell(session, place);
    this.#waiting.clear();
  }

  #tell(session: string, place: Place): void {
    this.#report(session, place);
    // It is told once.
    this.#add(session);
  }

  #add(session: string): void {
    this.#known.set(session, true);
    // Of so many sessions the first ones are forgotten, and would look unknown.
    if (this.#known.size === mostSessions) this.#knowsAll = false;
  }
}

/** Returns whether a request may make a session. What methods of extensions do is not known. */
function makesSession(method: string, definition: object | undefined): boolean {
  return method === 'session/new' || method === 'session/fork' || definition === undefined;
}
