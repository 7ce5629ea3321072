import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { KnownBackgroundWork } from '../../protocol/november/generated/state.ts';
import type { UpdateTarget } from './message-handle.ts';

/** A kind of work that the client can cancel by itself, and that can go on in the background. */
export type WorkKind = KnownBackgroundWork['type'];

/** A handle of something that can go on in the background. */
export interface WorkHandle {
  readonly id: string;
  /** Aborts its signal. */
  abort(): void;
  /** Reports that it was stopped. */
  stop(): unknown;
  /** Sends through another target from now on. */
  moveTo(target: UpdateTarget): void;
}

interface Entry {
  readonly kind: WorkKind;
  readonly id: string;
  cancel: (() => void) | undefined;
  /** Its handles, if it goes on in the background. */
  readonly background: Set<WorkHandle>;
}

/** How many ids of what has ended are remembered: enough for what ends while it is moved to the background. */
const mostEnded = 1000;

/** The tool calls and terminals of a session that the client can cancel, or that go on in the background. */
export class OngoingWork {
  readonly #entries = new Map<string, Entry>();
  readonly #ended = new Set<string>();
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

  /** Lists something as going on in the background; returns whether it does, and has not ended already. */
  moveToBackground(kind: WorkKind, handle: WorkHandle): boolean {
    if (this.#ended.has(keyOf(kind, handle.id))) return false;
    this.#reportsBackground = true;
    this.#entry(kind, handle.id).background.add(handle);
    return true;
  }

  /** Cancels something for the client; returns whether it can be cancelled. */
  cancel(kind: WorkKind, id: string): boolean {
    const cancel = this.#entries.get(keyOf(kind, id))?.cancel;
    cancel?.();
    return cancel !== undefined;
  }

  /** Cancels what belongs to the foreground. */
  cancelForeground(): void {
    for (const { background, cancel } of this.#entries.values()) if (background.size === 0) cancel?.();
  }

  /** Cancels everything: what goes on in the background also if the client could not cancel it. */
  cancelAll(): void {
    for (const { cancel, background } of [...this.#entries.values()]) {
      cancel?.();
      for (const handle of background) handle.abort();
    }
  }

  /** Reports that whatever is left in the background was stopped. What its handles report later goes to `after`. */
  stopBackground(after: UpdateTarget): void {
    for (const { background } of [...this.#entries.values()]) {
      const [first] = background;
      first?.stop();
      for (const handle of background) handle.moveTo(after);
    }
  }

  /** Takes note of an update; returns whether it ended something that was listed in the background. */
  see(update: SessionUpdate): boolean {
    const change = changeOf(update as unknown as Readonly<Record<string, unknown>>);
    if (change === undefined) return false;
    const { key, isEnd } = change;
    this.#ended.delete(key);
    if (!isEnd) return false;
    const [oldest] = this.#ended;
    if (this.#ended.size === mostEnded && oldest !== undefined) this.#ended.delete(oldest);
    this.#ended.add(key);
    const ended = this.#entries.get(key);
    this.#entries.delete(key);
    return ended !== undefined && ended.background.size > 0;
  }

  /** The list of what goes on in the background. */
  get background(): readonly KnownBackgroundWork[] {
    return [...this.#entries.values()]
      .filter(({ background }) => background.size > 0)
      .map(({ kind, id }) => (kind === 'terminal' ? { type: kind, terminalId: id } : { type: kind, toolCallId: id }));
  }

  #entry(kind: WorkKind, id: string): Entry {
    const key = keyOf(kind, id);
    const found = this.#entries.get(key) ?? { kind, id, cancel: undefined, background: new Set<WorkHandle>() };
    this.#entries.set(key, found);
    return found;
  }
}

function keyOf(kind: WorkKind, id: string): string {
  return `${kind}:${id}`;
}

const finalStatuses: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/** Returns which tool call or terminal an update ends, or reports as running again. */
function changeOf(
  update: Readonly<Record<string, unknown>>,
): { readonly key: string; readonly isEnd: boolean } | undefined {
  const { sessionUpdate } = update;
  if (sessionUpdate === 'tool_call_update') {
    const { status, toolCallId } = update;
    return status === undefined
      ? undefined
      : { key: keyOf('tool_call', String(toolCallId)), isEnd: finalStatuses.has(status) };
  }
  if (sessionUpdate !== 'terminal_update') return undefined;
  const { exitStatus, terminalId } = update;
  return exitStatus === undefined
    ? undefined
    : { key: keyOf('terminal', String(terminalId)), isEnd: exitStatus !== null };
}
