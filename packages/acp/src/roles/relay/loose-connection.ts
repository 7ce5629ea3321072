import type { Client } from '../client/client.ts';
import type { ConnectBehind } from './agent-behind.ts';

/** Does something with a connection to the agent behind that belongs to no session. */
export type WithLooseConnection = <T>(work: (client: Client) => Promise<T>) => Promise<T>;

/**
 * Returns how requests that name no session reach the agent behind: those that run at the same time share a connection, which ends with the
 * last of them.
 */
export function looseConnection(connect: ConnectBehind<Client>): WithLooseConnection {
  let open: { readonly client: Promise<Client>; users: number } | undefined;

  return async (work) => {
    open ??= { client: connect({}, { cwd: undefined }), users: 0 };
    const used = open;
    used.users += 1;
    try {
      const client = await used.client;
      // Whoever comes after its end needs another one.
      void client.closed.then(() => forget(used));
      return await work(client);
    } finally {
      used.users -= 1;
      if (used.users === 0) {
        forget(used);
        await used.client.then(
          (client) => client.close(),
          () => {},
        );
      }
    }
  };

  function forget(used: object): void {
    if (open === used) open = undefined;
  }
}
