import { type BridgeOptions, bridge } from '../../../bridge/index.ts';
import { Arrivals } from '../../../transport/arrivals.ts';
import { memoryPair } from '../../../transport/memory-pair.ts';
import type { Transport } from '../../../transport/transport.ts';
import type { StartBridge } from '../bridge/started-bridge.ts';
import { byteTransport } from './byte-transport.ts';

/** What stands between a bridge and its two peers, and may change what passes. */
export interface BridgeWrapping {
  /** Returns what the client talks to in place of the bridge itself. */
  readonly client?: (transport: Transport) => Transport;
  /** Returns what the agent talks to in place of the bridge itself. */
  readonly agent?: (transport: Transport) => Transport;
}

/** Starts the bridge of this library in memory. */
export function rightBridge(options: BridgeOptions = {}, wrapping: BridgeWrapping = {}): StartBridge {
  const same = (transport: Transport) => transport;
  const inBytes = (transport: Transport) => (transport.writeBytes === undefined ? byteTransport(transport) : transport);
  return () => {
    const agents = new Arrivals<Transport>();
    const connect = (): Transport => {
      const [near, far] = memoryPair();
      agents.add(inBytes((wrapping.agent ?? same)(far)));
      return near;
    };
    const [client, clientSide] = memoryPair();
    void bridge(clientSide, connect(), { ...options, restart: async () => connect() }).then(() => agents.end());
    return { transport: inBytes((wrapping.client ?? same)(client)), agents };
  };
}
