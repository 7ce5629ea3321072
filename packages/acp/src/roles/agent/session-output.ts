import { edgeBetween, PlainJune } from '../../bridge/edges.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { checkUpdate } from './check-update.ts';
import type { SessionLink } from './session.ts';

/** Sends the updates of a session as its client can read them. */
export class SessionOutput {
  readonly #sessionId: string;
  readonly #link: SessionLink;
  /** Turns what the agent writes into plain June, unless the client can read all of it. */
  readonly #plain: PlainJune | undefined;

  constructor(sessionId: string, link: SessionLink) {
    this.#sessionId = sessionId;
    this.#link = link;
    const { dialect } = link.client;
    if (dialect === 'november') return;
    const direction = edgeBetween(dialect, 'november').directionTo(dialect);
    this.#plain = new PlainJune(sessionId, direction, link.options, link.note);
  }

  /** Checks an update and sends what the client gets of it; throws an `OutgoingValueError` if it is malformed. */
  send(update: SessionUpdate): Promise<void> {
    const params = { sessionId: this.#sessionId, update };
    checkUpdate(this.#link.check, params);
    const shown = this.#plain?.update(update);
    if (shown === undefined) return this.#link.notify('session/update', params);
    return this.#sendAll(shown as readonly SessionUpdate[]);
  }

  /** Sends what was kept back because more of it was to be expected. */
  flush(): void {
    void this.#sendAll((this.#plain?.flush() ?? []) as readonly SessionUpdate[]);
  }

  /** Returns options as the client gets them. */
  options(options: readonly SessionConfigOption[]): readonly SessionConfigOption[] {
    return this.#plain?.options(options) ?? options;
  }

  #sendAll(updates: readonly SessionUpdate[]): Promise<void> {
    let sent = Promise.resolve();
    for (const update of updates) {
      sent = this.#link.notify('session/update', { sessionId: this.#sessionId, update });
    }
    return sent;
  }
}
