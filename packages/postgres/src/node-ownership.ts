import { randomBytes } from 'node:crypto';
import { LogError, type OwnedSession, type SessionOwner, type SessionOwnership } from '@emend/acp/log';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { keyOf } from './key.ts';
import { NodeLease, type NodeOptions } from './node-lease.ts';
import type { Tables } from './schema.ts';

/** Options of {@link NodeOwnership}. */
interface OwnershipOptions {
  readonly node: NodeOptions;
  readonly tables: Tables;
  readonly pool: Connections;
  /** A connection for nothing else, so that a renewal waits for nobody; closed with the ownership. */
  readonly leasePool: Connections;
  report(error: LogError): void;
}

interface Held extends OwnedSession {
  readonly controller: AbortController;
}

/** The sessions that this node owns among the nodes that share a database. */
export class NodeOwnership implements SessionOwnership {
  readonly #options: OwnershipOptions;
  readonly #lease: NodeLease;
  readonly #sessions = new Map<string, Held>();
  readonly #listeners = new Set<(sessionId?: string) => void>();
  readonly key = randomBytes(32).toString('base64url');
  #isClosed = false;

  constructor(options: OwnershipOptions) {
    this.#options = options;
    this.#lease = new NodeLease({
      ...options,
      key: this.key,
      pool: options.leasePool,
      onLost: () => {
        this.#loseAll();
        this.#tell();
      },
    });
  }

  get node(): string {
    return this.#lease.id === '' ? this.#options.node.name : this.#lease.id;
  }

  /** Registers the node. */
  start(): Promise<void> {
    return this.#lease.start();
  }

  giveUp(sessionId: string, owned: OwnedSession | undefined): void {
    const held = this.#sessions.get(sessionId);
    // It was opened again on this node.
    if (held !== undefined && held !== owned) return;
    if (held !== undefined)
      this.#lose(sessionId, held, `What happens in session ${JSON.stringify(sessionId)} cannot be stored.`);
    this.#tell(sessionId);
  }

  #tell(sessionId?: string): void {
    for (const listener of [...this.#listeners]) listener(sessionId);
  }

  onLost(listener: (sessionId?: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Gives up all sessions. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lease.close();
    this.#loseAll();
    await this.#options.leasePool.close();
  }

  owned(sessionId: string): OwnedSession | undefined {
    return this.#lease.isHeld ? this.#sessions.get(sessionId) : undefined;
  }

  async take(sessionId: string, { force = false }: { readonly force?: boolean } = {}): Promise<OwnedSession> {
    const node = await this.#regained();
    const { tables, pool } = this.#options;
    const { sessions, nodes } = tables;
    // What this process had under an earlier lease is its own.
    const alive = (name: string) => `SELECT FROM ${nodes} AS other
      WHERE other.node = ${name} AND other.until > now() AND other.key IS DISTINCT FROM me.key`;
    const sql = `UPDATE ${sessions} AS session SET owner = me.node, owner_epoch = owner_epoch + 1 FROM ${nodes} AS me
      WHERE session.id_key = $1 AND me.node = $2 AND me.until > now() AND (session.place IS NULL OR session.place = ANY (me.labels))
      AND ($3 OR owner IS NULL OR owner = me.node OR NOT EXISTS (${alive('session.owner')})) RETURNING owner_epoch`;
    const { rows } = await pool.use((connection) => connection.query(sql, [keyOf(sessionId), node, force]));
    if (rows[0] === undefined) throw await this.#refusal(sessionId, node);
    // The lease may have been lost while the answer was on its way.
    if (this.#held() !== node) throw this.#leaseLost();
    return this.#hold(sessionId, Number(rows[0]['owner_epoch']));
  }

  /** Notes that a session was created, which this node owns from the start. */
  created(sessionId: string, node: string): void {
    if (this.#lease.isHeld && this.#lease.id === node) this.#hold(sessionId, firstEpoch);
  }

  async ownerOf(sessionId: string): Promise<SessionOwner | undefined> {
    const { sessions, nodes } = this.#options.tables;
    const sql = `SELECT node, url, key, owner_epoch FROM ${sessions} JOIN ${nodes} ON node = owner
      WHERE id_key = $1 AND until > now()`;
    const { rows } = await this.#options.pool.use((connection) => connection.query(sql, [keyOf(sessionId)]));
    if (rows[0] === undefined) return undefined;
    const { node, url, key, owner_epoch: epoch } = rows[0];
    const owner = { node: String(node), epoch: Number(epoch), isHere: key === this.key };
    return {
      ...owner,
      ...(url !== null && { url: String(url) }),
      ...(key !== null && { key: String(key) }),
    };
  }

  async release(sessionId: string): Promise<void> {
    const held = this.#sessions.get(sessionId);
    if (held === undefined) return;
    const { sessions } = this.#options.tables;
    const sql = `UPDATE ${sessions} SET owner = NULL WHERE id_key = $1 AND owner_epoch = $2`;
    await this.#options.pool.use((connection) => connection.query(sql, [keyOf(sessionId), held.epoch]));
    this.#lose(sessionId, held, `This node has given session ${JSON.stringify(sessionId)} back.`);
  }

  /** Forgets a session that was deleted. */
  deleted(sessionId: string): void {
    const held = this.#sessions.get(sessionId);
    if (held !== undefined) this.#lose(sessionId, held, `Session ${JSON.stringify(sessionId)} was deleted.`);
  }

  /** Resolves to the name of this node and where its sessions may be opened, for a session that it creates. */
  async creator(): Promise<{ readonly node: string; readonly place: string | undefined }> {
    return { node: await this.#regained(), place: this.#options.node.place };
  }

  /** Throws unless this node owns a session, and locks the session so that this stays true until the transaction ends. */
  async check(connection: Connection, sessionId: string): Promise<void> {
    const held = this.owned(sessionId);
    if (held === undefined) throw this.#notTaken(sessionId);
    const { sessions, nodes } = this.#options.tables;
    const sql = `SELECT owner_epoch, EXISTS (SELECT FROM ${nodes} WHERE node = $2 AND until > clock_timestamp()) AS alive
      FROM ${sessions} WHERE id_key = $1 FOR UPDATE`;
    const { rows } = await connection.query(sql, [keyOf(sessionId), this.#lease.id]);
    // An unknown session is refused as such by whoever asked.
    if (rows[0] === undefined || (rows[0]['alive'] === true && Number(rows[0]['owner_epoch']) === held.epoch)) return;
    const lost = `Another node has taken session ${JSON.stringify(sessionId)}.`;
    const error = rows[0]['alive'] === true ? new LogError('not_owner', lost) : this.#leaseLost();
    this.#lose(sessionId, held as Held, error.message);
    throw error;
  }

  #held(): string {
    if (this.#isClosed) throw new LogError('closed', 'The log has been closed.');
    if (!this.#lease.isHeld) throw this.#leaseLost();
    return this.#lease.id;
  }

  /** Resolves to the name of this node, under a new lease if it has lost its own and the database can be reached again. */
  async #regained(): Promise<string> {
    if (!this.#isClosed) await this.#lease.regain();
    return this.#held();
  }

  #hold(sessionId: string, epoch: number): OwnedSession {
    const before = this.#sessions.get(sessionId);
    const controller = new AbortController();
    const held = { epoch, lost: controller.signal, controller };
    // Before the earlier one ends: whoever is told of that must see that the node has the session.
    this.#sessions.set(sessionId, held);
    if (before !== undefined) this.#lose(sessionId, before, 'The session was opened again on this node.');
    return held;
  }

  #lose(sessionId: string, held: Held, message: string): void {
    if (this.#sessions.get(sessionId) === held) this.#sessions.delete(sessionId);
    held.controller.abort(new LogError('not_owner', message));
  }

  #loseAll(): void {
    for (const [sessionId, held] of [...this.#sessions]) this.#lose(sessionId, held, this.#leaseLost().message);
  }

  async #refusal(sessionId: string, node: string): Promise<LogError> {
    const { sessions, nodes } = this.#options.tables;
    const sql = `SELECT owner, place, place IS NULL OR place = ANY (me.labels) AS fits, COALESCE(me.until > now(), false) AS alive
      FROM ${sessions} LEFT JOIN ${nodes} AS me ON me.node = $2 WHERE id_key = $1`;
    const { rows } = await this.#options.pool.use((connection) => connection.query(sql, [keyOf(sessionId), node]));
    const id = JSON.stringify(sessionId);
    if (rows[0] === undefined) return new LogError('unknown_session', `There is no session ${id}.`);
    const { owner, place, fits, alive } = rows[0];
    if (alive !== true) return this.#leaseLost();
    if (fits !== true) {
      const message = `Session ${id} may only be opened on nodes with the label ${JSON.stringify(place)}. Connect to one of them.`;
      return new LogError('wrong_place', message);
    }
    return new LogError('not_owner', `Session ${id} is open on node ${JSON.stringify(owner)}.`);
  }

  #notTaken(sessionId: string): LogError {
    return new LogError('not_owner', `This node does not own session ${JSON.stringify(sessionId)}. Take it first.`);
  }

  #leaseLost(): LogError {
    return new LogError(
      'not_owner',
      'This node could not renew its lease in time, so that other nodes may take its sessions.',
    );
  }
}

/** The epoch of a session that a node has just created. */
export const firstEpoch = 1;
