import { type Event, EventType, PROTOCOL_VERSION } from '@ag-ui/core';
import { isBusy, type SessionState } from '@emend/acp/session';
import { changedRows, createScreen, type ScreenRow } from '@emend/acp/view';
import { sharedChanges, toSharedState } from './agent-state.ts';
import { EventWriter, type OpenText } from './event-writer.ts';
import { resync } from './resync.ts';
import { rowMessages, startedRows } from './row-messages.ts';
import { isAsking, type RunName, runEnd } from './run-end.ts';
import { resendRow, rowAsSent, type SentRow, sendRow } from './sent-row.ts';

/** Returns the events that bring a consumer from the state of the last call to this one. */
export type SessionEvents = (state: SessionState) => Event[];

/** Options of {@link createEvents}. */
export interface EventsOptions {
  /** The id of the conversation; usually that of the session. */
  readonly threadId: string;
  /** Returns the id of a run by its number, counted from 0. Default: the id of the thread with the number. */
  readonly runId?: (number: number) => string;
}

/**
 * Creates a function that turns states of one session into AG-UI events. Call it with each state, or with some of them: what the events tell
 * is the difference. The first call restates the whole session. While a history is being loaded there are no events.
 */
export function createEvents({ threadId, runId = (number) => `${threadId} ${number}` }: EventsOptions): SessionEvents {
  const content = new SentContent();
  let known: SessionState | undefined;
  let notices = -1;
  let runs = 0;
  let run: (RunName & { kind: 'work' | 'news' }) | undefined;
  return (state) => {
    if (state === known || state.phase === 'replaying') return [];
    const news = content.eventsOf(known, state);
    for (const { number, notice } of state.notices) {
      if (known !== undefined && number > notices)
        news.push({ type: EventType.CUSTOM, name: 'acp.notice', value: notice });
    }
    notices = Math.max(notices, state.notices.at(-1)?.number ?? -1);
    known = state;
    const isWorking = isBusy(state) && !isAsking(state);
    const events: Event[] = [];
    if (run === undefined && (news.length > 0 || isWorking)) {
      run = { threadId, runId: runId(runs), kind: 'news' };
      runs += 1;
      events.push({ type: EventType.RUN_STARTED, threadId, runId: run.runId, protocolVersion: PROTOCOL_VERSION });
    }
    if (run !== undefined && isBusy(state)) run.kind = 'work';
    events.push(...news);
    if (run !== undefined && !isWorking) {
      events.push(...content.closed(), runEnd(state, { threadId, runId: run.runId }, run.kind));
      run = undefined;
    }
    return events;
  };
}

/** What a consumer has been sent. */
class SentContent {
  readonly #screen = createScreen();
  #rows: ReturnType<ReturnType<typeof createScreen>> | undefined;
  #sent = new Map<string, SentRow>();
  #last: string | undefined;
  #held: ReturnType<typeof resync>['held'] = new Map();
  #open: OpenText | undefined;

  eventsOf(before: SessionState | undefined, state: SessionState): Event[] {
    const rowsBefore = this.#rows;
    const rows = this.#screen(state);
    this.#rows = rows;
    const isLonger = before !== undefined && rowsBefore !== undefined && rows.continues(rowsBefore);
    const changed = isLonger && before !== undefined ? changedRows(before, state) : undefined;
    const events =
      changed === undefined || rowsBefore === undefined
        ? this.#compared(startedRows(rows, state), state)
        : this.#added(changed, startedRows(rows, state, rowsBefore.length), state);
    if (before === undefined) return [{ type: EventType.STATE_SNAPSHOT, snapshot: toSharedState(state) }, ...events];
    const delta = sharedChanges(before, state);
    if (delta.length === 0) return events;
    return [...events, ...this.closed(), { type: EventType.STATE_DELTA, delta }];
  }

  /** Closes what is open. */
  closed(): Event[] {
    const writer = new EventWriter(this.#open);
    writer.close();
    this.#open = undefined;
    return writer.events;
  }

  /** Sends rows that have changed, and new ones below all others. */
  #added(changed: ReadonlySet<string>, added: readonly ScreenRow[], state: SessionState): Event[] {
    const known: SentRow[] = [];
    for (const key of changed) {
      const sent = this.#sent.get(key);
      if (sent !== undefined) known.push(sent);
    }
    return this.#sentAs(
      known.map((sent) => [sent, sent.row]),
      added,
      state,
    );
  }

  /** Compares all rows with those that were sent. */
  #compared(rows: readonly ScreenRow[], state: SessionState): Event[] {
    const keys = [...this.#sent.keys()];
    if (this.#sent.size === 0 && this.#held.size === 0 && rows.length === 0) return [];
    const isSame = keys.length > 0 && keys.every((key, index) => rows[index]?.key === key);
    if (!isSame) return this.#resynced(state);
    const pairs = rows
      .slice(0, keys.length)
      .map((row): [SentRow, ScreenRow] => [this.#sent.get(row.key) as SentRow, row]);
    return this.#sentAs(pairs, rows.slice(keys.length), state);
  }

  #sentAs(
    pairs: readonly (readonly [SentRow, ScreenRow])[],
    added: readonly ScreenRow[],
    state: SessionState,
  ): Event[] {
    const writer = new EventWriter(this.#open);
    const next: SentRow[] = [];
    for (const [sent, row] of pairs) {
      const resent = resendRow(sent, row, state, row.key === this.#last ? 'last' : 'inside', writer);
      if (resent === undefined) return this.#resynced(state);
      next.push(resent);
    }
    for (const row of added) {
      const sent = sendRow(row, state, writer);
      if (sent === undefined) return this.#resynced(state);
      next.push(sent);
    }
    for (const sent of next) this.#sent.set(sent.row.key, sent);
    this.#last = added.at(-1)?.key ?? this.#last;
    for (const [id, role] of writer.made) this.#held.set(id, role);
    this.#open = writer.open;
    return writer.events;
  }

  /** Sends all messages again: AG-UI can only append to a message. */
  #resynced(state: SessionState): Event[] {
    const rows = startedRows(this.#screen(state), state);
    const { events, held } = resync(
      this.#held,
      rows.flatMap((row) => rowMessages(row, state)),
    );
    this.#held = held;
    this.#sent = new Map(rows.map((row) => [row.key, rowAsSent(row, state)]));
    this.#last = rows.at(-1)?.key;
    return [...this.closed(), ...events];
  }
}
