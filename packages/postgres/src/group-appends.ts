import { randomBytes } from 'node:crypto';
import { type Append, type Changed, Fifo, type SessionChanges } from '@emend/acp/log/store';
import type { Connections } from './connections.ts';
import { concernsAll } from './failure.ts';
import { GroupRows, type Growth } from './group-rows.ts';
import type { NodeOwnership } from './node-ownership.ts';
import type { RememberedSessions } from './remembered-sessions.ts';
import type { Tables } from './schema.ts';

/** Appends that may have been stored, because the answer to the statement was lost. */
export interface Uncertain {
  readonly batch: string;
  readonly growth: Growth;
}

/** Options of {@link GroupAppends}. */
interface GroupOptions {
  readonly tables: Tables;
  readonly channel: string;
  /** Connections for nothing else: whatever other calls wait for, groups have theirs. */
  readonly pool: Connections;
  readonly changes: SessionChanges;
  readonly sessions: RememberedSessions;
  /** Who owns which session, if nodes share the log. */
  readonly ownership: NodeOwnership | undefined;
  /** Stores appends to one session in a transaction of their own. */
  alone(sessionId: string, appends: readonly Append[], uncertain?: Uncertain): Promise<unknown>;
  /** Called for each session of which something was stored. */
  onStored(changed: Changed): void;
}

/** Appends of one writer to one session, each of which continues the one before. */
interface Waiting {
  readonly sessionId: string;
  readonly appends: readonly Append[];
  readonly characters: number;
  readonly resolve: (stored: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Planned extends Waiting {
  readonly growth: Growth;
}

/** The most bytes of a notification, of which PostgreSQL takes 7,999. */
const longestNotification = 7_900;
/** The most characters of a group; a quarter of it from one session goes into a transaction of its own. */
const largestGroup = 4_000_000;

/**
 * Stores the appends of all sessions that are waiting with one statement: one commit and one notification, however many they are.
 *
 * Appends that cannot be stored like that get a transaction of their own, and the others do not wait for it: those that clear or replace
 * something, that do not continue their session, whose session somebody else has locked, and very large ones.
 */
export class GroupAppends {
  readonly #options: GroupOptions;
  readonly #waiting = new Fifo<Waiting>();
  #isRunning = false;

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  /** Stores appends to a session, of which no others may be under way. */
  add(sessionId: string, appends: readonly Append[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let characters = 0;
      for (const { texts } of appends) for (const text of texts) characters += text.length;
      this.#waiting.push({ sessionId, appends, characters, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Sessions that append in the same turn of the event loop belong into the same group.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#store(this.#next());
    this.#isRunning = false;
  }

  #next(): Waiting[] {
    const group: Waiting[] = [];
    for (let left = largestGroup; left > 0; ) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) break;
      group.push(waiting);
      left -= waiting.characters;
    }
    return group;
  }

  async #store(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#remember(group);
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    const planned: Planned[] = [];
    for (const waiting of group) {
      const growth = this.#plan(waiting);
      if (growth === undefined) this.#alone(waiting);
      else planned.push({ ...waiting, growth });
    }
    for (const part of partsOf(planned)) await this.#send(part);
  }

  /** Looks up the sessions that are not remembered. */
  async #remember(group: readonly Waiting[]): Promise<void> {
    const { sessions, pool, tables } = this.#options;
    const unknown = group
      .map(({ sessionId }) => sessionId)
      .filter((sessionId) => sessions.get(sessionId) === undefined);
    if (unknown.length === 0) return;
    const found = await pool.use((connection) => new GroupRows(tables, connection).find(unknown));
    for (const session of found) sessions.set(session);
  }

  /** What to store for appends that can be stored together with others; undefined for all others. */
  #plan({ sessionId, appends, characters }: Waiting): Growth | undefined {
    const { sessions, changes, ownership } = this.#options;
    const session = sessions.get(sessionId);
    const epoch = ownership?.owned(sessionId)?.epoch;
    if (ownership !== undefined && epoch === undefined) return undefined;
    if (session === undefined || sessions.isLocked(sessionId) || characters > largestGroup / 4) return undefined;
    const plain = changes.plain(session, appends);
    return plain === undefined || plain.entries.length === 0 ? undefined : { session, epoch, ...plain };
  }

  async #send(group: readonly Planned[]): Promise<void> {
    const { pool, tables, channel, ownership } = this.#options;
    const node = ownership?.node;
    const batch = randomBytes(8).readBigInt64LE().toString();
    const stored = new Set<number>();
    let attempts = 0;
    try {
      await pool.use(async (connection) => {
        const rows = new GroupRows(tables, connection);
        const growths = group.map(({ growth }) => growth);
        attempts += 1;
        if (attempts > 1) for (const number of await rows.stored(batch, growths)) stored.add(number);
        const left = growths.filter(({ session }) => !stored.has(session.number));
        if (left.length > 0) for (const number of await rows.append({ channel, batch, node }, left)) stored.add(number);
      });
    } catch (error) {
      // One that fails because of what is stored of it must not take the others with it.
      if (!concernsAll(error)) for (const planned of group) this.#alone(planned);
      else for (const { reject } of group) reject(error);
      return;
    }
    for (const planned of group) {
      const { growth } = planned;
      if (stored.has(growth.session.number)) this.#settle(planned);
      else this.#alone(planned, attempts > 1 ? { batch, growth } : undefined);
    }
  }

  #settle({ sessionId, appends, growth, resolve }: Planned): void {
    const { sessions, changes, onStored } = this.#options;
    const { session, entries, facts } = growth;
    const next = session.next + entries.length;
    if (facts === session.facts) sessions.set({ ...session, next });
    else sessions.forget(sessionId);
    // A transaction of this process reads the entries itself.
    if (!sessions.isLocked(sessionId)) changes.stored(session, appends);
    onStored({ number: session.number, next, hasErased: facts !== session.facts });
    resolve(undefined);
  }

  #alone({ sessionId, appends, resolve, reject }: Waiting, uncertain?: Uncertain): void {
    const { sessions, alone } = this.#options;
    sessions.forget(sessionId);
    alone(sessionId, appends, uncertain).then(resolve, reject);
  }
}

/** Splits a group so that the numbers of the sessions of each part fit into a notification. */
function* partsOf(group: readonly Planned[]): Generator<readonly Planned[]> {
  let part: Planned[] = [];
  let bytes = 0;
  for (const planned of group) {
    const more = `${planned.growth.session.number}`.length + 1;
    if (bytes + more > longestNotification) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(planned);
    bytes += more;
  }
  if (part.length > 0) yield part;
}
