import { edgeBetween, PlainJune } from '../../bridge/edges.ts';
import type { EraseFromUpdate } from '../../log/erased-update.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { Gate } from '../../transport/gate.ts';
import { erasedFrames } from './erased-frames.ts';
import type { SessionLink } from './session-link.ts';
import { unlessStalled } from './stalled-client.ts';

/** How much may wait for a client that reads slower than the others, or is sent the history, in UTF-16 units; it is then disconnected. */
export const mostUnsent = 16 * 1024 * 1024;

/** Sends the updates of a session as its client can read them. */
export class SessionOutput {
  readonly #sessionId: string;
  readonly #link: SessionLink;
  /** The history that the client gets, as far as it has not been sent. */
  #history: SessionUpdate[] = [];
  /** What is kept back while the client gets the history. */
  #held: { readonly updates: SessionUpdate[]; readonly gate: Gate; size: number } | undefined;
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

  /** Keeps back updates until they are released or dropped. */
  hold(): void {
    this.#held ??= { updates: [], gate: new Gate(), size: 0 };
  }

  /** Sends the history, as fast as the client takes it. Rejects if it takes nothing while others wait for the session. */
  async replay(
    updates: readonly SessionUpdate[],
    check: (update: SessionUpdate) => void,
    signal: AbortSignal,
    isAwaited: () => boolean,
  ): Promise<void> {
    this.#history = updates.toReversed();
    for (let update = this.#history.pop(); update !== undefined; update = this.#history.pop()) {
      check(update);
      const sent = this.show(update);
      // Only a client without room is waited for.
      if (this.#link.hasRoom()) await sent;
      else await unlessStalled(sent, signal, isAwaited);
      signal.throwIfAborted();
    }
  }

  /** Takes erased content out of everything that has not left this process. */
  erase(eraser: () => EraseFromUpdate): void {
    this.#link.rewrite(erasedFrames(this.#sessionId, eraser()));
    this.#history = erased(this.#history.toReversed(), eraser()).toReversed();
    const held = this.#held;
    if (held !== undefined) held.updates.splice(0, held.updates.length, ...erased(held.updates, eraser()));
  }

  /** Sends what was kept back. */
  release(): void {
    const held = this.#held;
    this.#held = undefined;
    for (const update of held?.updates ?? []) void this.show(update);
    this.flush();
    held?.gate.open();
  }

  /** Forgets what was kept back: the client has left again. */
  drop(): void {
    this.#held?.gate.open();
    this.#held = undefined;
  }

  /** Resolves when updates are no longer kept back; undefined if they are not. */
  get released(): Promise<void> | undefined {
    return this.#held?.gate.promise;
  }

  /** Sends an update, unless updates are kept back. */
  send(update: SessionUpdate): Promise<void> {
    const held = this.#held;
    if (held === undefined) return this.show(update);
    held.updates.push(update);
    held.size += JSON.stringify(update).length;
    if (held.size > mostUnsent) {
      this.drop();
      this.#link.drop();
    }
    return Promise.resolve();
  }

  /** Sends what the client gets of an update at once. */
  show(update: SessionUpdate): Promise<void> {
    const params = { sessionId: this.#sessionId, update };
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

function erased(updates: readonly SessionUpdate[], erase: EraseFromUpdate): SessionUpdate[] {
  return updates.flatMap((update) => {
    const left = erase(update as unknown as Readonly<Record<string, unknown>>);
    if (left === null) return [];
    return left === undefined ? [update] : [left as unknown as SessionUpdate];
  });
}
