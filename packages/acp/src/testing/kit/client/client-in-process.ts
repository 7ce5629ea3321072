import { Arrivals } from '../../../transport/arrivals.ts';
import { memoryPair } from '../../../transport/memory-pair.ts';
import type { Transport } from '../../../transport/transport.ts';
import type { PeerExit, StartedPeer } from '../started-peer.ts';
import type { ClientFunctionContext, StartClient } from './started-client.ts';

/**
 * Makes a client of a function in this process: it is run for each conversation, connects to its agents by `connect`, and resolves when the
 * client has ended.
 */
export function clientInProcess(run: (context: ClientFunctionContext) => Promise<void>): StartClient {
  return ({ scene }) => {
    const agents = new Arrivals<StartedPeer>();
    const open: Transport[] = [];
    const ending = new AbortController();
    const connect = (): Transport => {
      const [own, far] = memoryPair();
      open.push(own);
      agents.add({ transport: far });
      return own;
    };
    const exited = run({ scene, connect, signal: ending.signal }).then(
      (): PeerExit => ({ code: 0, signal: undefined }),
      (): PeerExit => ({ code: 1, signal: undefined }),
    );
    const closeAll = async () => {
      agents.end();
      await Promise.all(open.map((transport) => transport.close()));
    };
    // A process that ends closes its pipes.
    void exited.then(closeAll);
    return {
      agents,
      exited,
      async end() {
        ending.abort();
        await closeAll();
      },
    };
  };
}
