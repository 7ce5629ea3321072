import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import type { Clock } from '../wire/clock.ts';
import type { RemoteLimits } from '../wire/limits.ts';
import type { ConnectionEnd, ConnectionNotice, ConnectionSetup, RemoteConnection } from './connection.ts';
import type { ConnectionFacts, ServerEvent } from './events.ts';
import { WatchedTransport } from './watched-transport.ts';

/** A connection of the registry. */
export interface Entry<C extends RemoteConnection = RemoteConnection> {
  readonly connection: C;
  /** The connection as the agent's side gets it. */
  readonly served: RemoteConnection;
  readonly transport: WatchedTransport;
  /** Whether another node has passed it on, which has counted it. */
  readonly isGuest: boolean;
}

/** What a registry is made with. */
interface RegistrySetup {
  readonly limits: RemoteLimits;
  readonly clock: Clock;
  readonly onEvent: ((event: ServerEvent) => void) | undefined;
}

/** A connection that is about to be made. */
interface Opener {
  /** The id that the connection gets. */
  readonly id: string;
  readonly kind: 'http' | 'websocket';
  readonly principal: string;
  readonly address: string | undefined;
  readonly isLocal: boolean;
  readonly isGuest?: boolean;
}

/** The connections that are alive. One that has ended is forgotten at once. */
export class Registry {
  readonly #setup: RegistrySetup;
  readonly #entries = new Map<string, Entry>();
  /** The connections of which a request has come from elsewhere. */
  readonly #distant = new WeakSet<RemoteConnection>();
  #made = 0;

  constructor(setup: RegistrySetup) {
    this.#setup = setup;
  }

  /** The connections, in the order in which they were made. */
  get entries(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  /** Returns why a principal cannot have another connection now; `undefined` if it can. */
  fullFor(principal: string): 'all' | 'principal' | undefined {
    const { connections, connectionsPerPrincipal } = this.#setup.limits;
    const counted = this.entries.filter(({ isGuest }) => !isGuest);
    if (counted.length >= connections) return 'all';
    const own = counted.filter(({ connection }) => connection.principal === principal).length;
    return own >= connectionsPerPrincipal ? 'principal' : undefined;
  }

  /** Returns a connection for a request of its principal; that of another one is as unknown as one that does not exist. */
  find(id: string, { principal, isLocal }: Pick<Opener, 'principal' | 'isLocal'>): Entry | undefined {
    const entry = this.#entries.get(id);
    if (entry?.connection.principal !== principal) return undefined;
    // Whoever has the token can go on with a connection that was made here.
    if (!isLocal) this.#distant.add(entry.connection);
    return entry;
  }

  /** Makes a connection and keeps it until it has ended. */
  open<C extends RemoteConnection>(opener: Opener, make: (setup: ConnectionSetup) => C): Entry<C> {
    const { limits, clock } = this.#setup;
    const { id, kind, principal, address, isGuest = false } = opener;
    this.#made += 1;
    const facts = { connection: this.#made, kind, principal, ...(address === undefined ? {} : { address }) };
    const notice = (what: ConnectionNotice) => this.#emit({ ...what, ...facts });
    const connection = make({ id, principal, limits, clock, notice });
    if (!opener.isLocal) this.#distant.add(connection);
    const isLocal = (): boolean => !this.#distant.has(connection);
    const transport = new WatchedTransport(connection.transport, limits.requests);
    const served: RemoteConnection = {
      id,
      kind,
      principal,
      get isLocal() {
        return isLocal();
      },
      get isElsewhere() {
        return transport.isElsewhere;
      },
      set isElsewhere(isElsewhere) {
        transport.isElsewhere = isElsewhere;
      },
      transport,
      closed: connection.closed,
      end: (reason) => connection.end(reason),
      erase: (isErased) => connection.erase(isErased),
    };
    const entry = { connection, served, transport, isGuest };
    this.#entries.set(id, entry);
    this.#emit({ type: 'made', ...facts, connections: this.#entries.size });
    void connection.closed.then((reason) => this.#remove(entry, facts, reason));
    return entry;
  }

  #remove({ connection, transport }: Entry, facts: ConnectionFacts, reason: ConnectionEnd): void {
    this.#entries.delete(connection.id);
    const { received, sent } = transport;
    this.#emit({ type: 'ended', ...facts, reason, received, sent, connections: this.#entries.size });
  }

  #emit(event: ServerEvent): void {
    notifyListener(this.#setup.onEvent, event);
  }
}
