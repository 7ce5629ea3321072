import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { KnownBackgroundWork } from '../../protocol/november/generated/state.ts';

/** A kind of work that the client can cancel by itself, and that can go on in the background. */
export type WorkKind = KnownBackgroundWork['type'];

interface Entry {
  readonly kind: WorkKind;
  readonly id: string;
  cancel: (() => void) | undefined;
  isInBackground: boolean;
}

/** The tool calls and terminals of a session that the client can cancel, or that go on in the background. */
export class OngoingWork {
  readonly #entries = new Map<string, Entry>();
  readonly #onFailed: (error: unknown) => void;
  #reportsBackground = false;

  /** `onFailed` is called with what a callback of the author throws. */
  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  /** Calls a callback of the author, whose failure must not end the agent. */
  async attempt(callback: (() => unknown) | undefined): Promise<void> {
    try {
      await callback?.();
    } catch (error) {
      this.#onFailed(error);
    }
  }

  /** Whether the background has been reported: an agent that has done so once does so in every state update. */
  get reportsBackground(): boolean {
    return this.#reportsBackground;
  }

  /** Lets the client cancel something from now on. */
  allowCancel(kind: WorkKind, id: string, cancel: () => void): void {
    this.#entry(kind, id).cancel = cancel;
  }

  /** Lists something as going on in the background. */
  moveToBackground(kind: WorkKind, id: string): void {
    this.#reportsBackground = true;
    this.#entry(kind, id).isInBackground = true;
  }

  /** Cancels something for the client; returns whether it can be cancelled. */
  cancel(kind: WorkKind, id: string): boolean {
    const cancel = this.#entries.get(keyOf(kind, id))?.cancel;
    cancel?.();
    return cancel !== undefined;
  }

  /** Cancels what belongs to the foreground. */
  cancelForeground(): void {
    for (const { isInBackground, cancel } of this.#entries.values()) if (!isInBackground) cancel?.();
  }

  /** Cancels everything. */
  cancelAll(): void {
    for (const { cancel } of this.#entries.values()) cancel?.();
  }

  /** Takes note of an update; returns whether it ended something that was listed in the background. */
  see(update: SessionUpdate): boolean {
    if (this.#entries.size === 0) return false;
    const key = endedKey(update as unknown as Readonly<Record<string, unknown>>);
    const ended = key === undefined ? undefined : this.#entries.get(key);
    if (key !== undefined) this.#entries.delete(key);
    return ended?.isInBackground === true;
  }

  /** The list of what goes on in the background. */
  get background(): readonly KnownBackgroundWork[] {
    return [...this.#entries.values()]
      .filter(({ isInBackground }) => isInBackground)
      .map(({ kind, id }) => (kind === 'terminal' ? { type: kind, terminalId: id } : { type: kind, toolCallId: id }));
  }

  #entry(kind: WorkKind, id: string): Entry {
    const key = keyOf(kind, id);
    const found = this.#entries.get(key) ?? { kind, id, cancel: undefined, isInBackground: false };
    this.#entries.set(key, found);
    return found;
  }
}

function keyOf(kind: WorkKind, id: string): string {
  return `${kind}:${id}`;
}

const finalStatuses: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/** Returns the key of the tool call or terminal that an update ends. */
function endedKey(update: Readonly<Record<string, unknown>>): string | undefined {
  const { sessionUpdate, status, toolCallId, exitStatus, terminalId } = update;
  if (sessionUpdate === 'tool_call_update' && finalStatuses.has(status)) return keyOf('tool_call', String(toolCallId));
  const hasExited = sessionUpdate === 'terminal_update' && exitStatus !== undefined && exitStatus !== null;
  return hasExited ? keyOf('terminal', String(terminalId)) : undefined;
}
