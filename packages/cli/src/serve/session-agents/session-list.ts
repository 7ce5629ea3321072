import { isObject, type JsonObject } from '@emend/acp/protocol';
import { withValue } from '../json-members.ts';
import type { SessionNames } from './session-names.ts';

/** The answers of several agents to one `session/list`. */
export class SessionList {
  readonly #home: number;
  readonly #waiting: Set<number>;
  readonly #answers = new Map<number, unknown>();
  #text = '';

  /** `home` answers for what all agents know; the others are asked for sessions that only they have. */
  constructor(home: number, others: readonly number[]) {
    this.#home = home;
    this.#waiting = new Set([home, ...others]);
  }

  /** Takes the answer of an agent, or `undefined` from one that has ended. Returns the whole answer once all have answered. */
  take(agent: number, text: string | undefined, names: SessionNames): string | undefined {
    this.#waiting.delete(agent);
    if (agent === this.#home) this.#text = text ?? '';
    if (text !== undefined) this.#answers.set(agent, JSON.parse(text));
    return this.#waiting.size === 0 ? this.#merged(names) : undefined;
  }

  #merged(names: SessionNames): string {
    const lists = [...this.#answers].map(([agent, answer]) => ({ agent, sessions: sessionsIn(answer) }));
    const ofHome = lists.find(({ agent }) => agent === this.#home)?.sessions;
    if (ofHome === undefined) return this.#text;
    const listed = new Set(ofHome.map(({ sessionId }) => sessionId));
    const merged = lists.flatMap(({ agent, sessions = [] }) =>
      sessions.flatMap((session) => {
        const name = names.find(agent, session['sessionId'])?.name;
        // Agents that share a store list the same sessions.
        const isOwn =
          agent === this.#home || (name !== undefined && !(listed.has(name) && name === session['sessionId']));
        return isOwn ? [name === undefined ? session : { ...session, sessionId: name }] : [];
      }),
    );
    return withValue(this.#text, ['result', 'sessions'], JSON.stringify(merged));
  }
}

function sessionsIn(answer: unknown): readonly JsonObject[] | undefined {
  const result = isObject(answer) ? answer['result'] : undefined;
  const sessions = isObject(result) ? result['sessions'] : undefined;
  return Array.isArray(sessions) && sessions.every(isObject) ? sessions : undefined;
}
