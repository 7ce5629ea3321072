import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { Client } from '../client/client.ts';
import type { ConnectBehind } from './agent-behind.ts';

/** How to connect to the agent behind, until that is over. */
interface EndableConnect {
  readonly connect: ConnectBehind<Client>;
  /** Throws once it is over. */
  check(): void;
  /** Makes no other connections from now on. */
  stop(): void;
  /** Ends all connections that are left; one that is only being made ends when it is there. */
  end(): Promise<void>;
}

/** Returns how to connect to the agent behind so that all connections can be ended for good. */
export function endable(connect: ConnectBehind<Client>): EndableConnect {
  const open = new Set<Client>();
  let isOver = false;

  function check(): void {
    if (isOver)
      throw new RpcError(errorCodes.internalError, 'The agents of this server have been ended, and it starts no more.');
  }

  return {
    check,
    async connect(options, place) {
      check();
      const client = await connect(options, place);
      if (isOver) await client.close();
      check();
      open.add(client);
      void client.closed.then(() => open.delete(client));
      return client;
    },
    stop() {
      isOver = true;
    },
    async end() {
      await Promise.all([...open].map((client) => client.close()));
    },
  };
}
