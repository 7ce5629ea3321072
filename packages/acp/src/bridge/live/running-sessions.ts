import type { RequestMessage } from '../../jsonrpc/message.ts';
import { isObject } from '../../protocol/reading/guard.ts';

/** Knows the sessions of a November client in which a turn runs: there a prompt is answered when it is accepted, not at the end of its turn. */
export class RunningSessions {
  readonly #running = new Set<string>();

  /** Notes a notification for the client. */
  told(params: unknown): void {
    const update = isObject(params) ? params['update'] : undefined;
    if (!isObject(update) || update['sessionUpdate'] !== 'state_update') return;
    const sessionId = sessionOf(params);
    if (sessionId === undefined) return;
    if (update['state'] === 'idle') this.#running.delete(sessionId);
    else this.#running.add(sessionId);
  }

  /** Notes that a request of the client has succeeded. */
  succeeded({ method, params }: RequestMessage): void {
    const sessionId = sessionOf(params);
    if (sessionId === undefined) return;
    if (method === 'session/prompt') this.#running.add(sessionId);
    else if (method === 'session/close' || method === 'session/delete') this.#running.delete(sessionId);
  }

  /** Returns the sessions, and forgets them. */
  takeAll(): readonly string[] {
    const sessions = [...this.#running];
    this.#running.clear();
    return sessions;
  }
}

function sessionOf(params: unknown): string | undefined {
  const sessionId = isObject(params) ? params['sessionId'] : undefined;
  return typeof sessionId === 'string' ? sessionId : undefined;
}
