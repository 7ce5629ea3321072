import type { Socket } from 'node:net';
import { LogError } from '@emend/acp/log';
import pg from 'pg';
import { isConnectionLoss } from './failure.ts';
import type { Watch } from './watched-connection.ts';

/** When the first probe of a silent connection is sent, in milliseconds; the operating system gives up some seconds later. */
const keepAliveAfter = 10_000;
const shortestPatience = 1_000;

/** A server and the options of connections to it, none of which waits forever. */
export class Server implements Watch {
  readonly #url: string;
  readonly patience: number;

  /** `retryFor` is how long a lost connection is retried, in milliseconds; a silent connection is checked after half of it. */
  constructor(url: string, retryFor: number) {
    if (isCutOff(url)) throw new LogError('unavailable', passwordHint);
    this.#url = url;
    this.patience = Math.max(retryFor / 2, shortestPatience);
  }

  /** The options of every connection. */
  get config(): pg.ClientConfig {
    return {
      connectionString: this.#url,
      connectionTimeoutMillis: this.patience,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfter,
    };
  }

  /** Host and port that connections are made to, also where the URL leaves them to the environment or the default; undefined if it cannot be read. */
  get address(): string | undefined {
    let client: pg.Client;
    try {
      client = new pg.Client(this.config);
    } catch {
      return undefined;
    }
    const { host, port } = client;
    // A folder has sockets, each with the port in its name.
    if (host.startsWith('/')) return `${host}/.s.PGSQL.${port}`;
    return /^[^[].*:/.test(host) ? `[${host}]:${port}` : `${host}:${port}`;
  }

  async isAtWork(processId: number, isSending: boolean): Promise<boolean> {
    const client = new pg.Client({ ...this.config, query_timeout: this.patience });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query(
        "SELECT state LIKE 'idle%' OR wait_event_type = 'Client' AS waits FROM pg_stat_activity WHERE pid = $1",
        [processId],
      );
      return rows.length > 0 && (isSending || rows[0].waits !== true);
    } catch (error) {
      // A server that refuses to tell is there.
      return !isConnectionLoss(error) || (error as { code?: unknown }).code === tooManyConnections;
    } finally {
      leave(client);
    }
  }
}

const tooManyConnections = '53300';

const passwordHint =
  'The password in the address of PostgreSQL has a character that has to be written in another way: # as %23, / as %2F, ? as %3F, @ as %40.';

/** Returns whether a password has a character that ends the host of a URL: what is taken for the host is a part of it then. */
function isCutOff(url: string): boolean {
  // The value of a parameter may have an @: that of `user` often has.
  return /^[a-z]+:\/\/[^/?#@]+[/?#](?:[^@?]*|[^@=]*)@/i.test(url);
}

/** Ends a connection without waiting for a server that may be gone. */
export function leave(client: pg.Client): void {
  client.end().catch(() => {});
  unwaited(client);
}

/** Lets the process exit although a connection is still open. */
export function unwaited(client: pg.Client): void {
  (client.connection.stream as Socket).unref();
}
