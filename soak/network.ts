import type { Transport } from '@emend/acp';
import { remote } from '@emend/acp/node';
import type { Chance } from './chance.ts';
import { randomPlan, type Weather } from './fault-plan.ts';
import { type FaultCounts, FaultProxy } from './fault-proxy.ts';

/** What carries a connection over a network. */
export type Carrier = 'websocket' | 'http';

/** The network between a client and a server. */
export interface Network {
  /** The client's end of the connection. */
  readonly transport: Transport;
  /** What the network has done. */
  readonly counts: FaultCounts;
  /** Cuts all connections, and lets no new ones through. */
  cut(): void;
  close(): Promise<void>;
}

/** Most sockets break after some bytes; some are slow besides. */
const weather: Weather = {
  faults: ['reset', 'reset', 'end', 'end-up', 'end-down'],
  after: { up: [200, 20_000], down: [500, 60_000] },
  calm: 10,
  delayed: [15, 20],
  dripping: [5, 400],
};

/** A connection that fails before it was made is an error at once, so that the first is cut after the handshake only. */
const first: Weather = { ...weather, after: { up: [4_000, 20_000], down: [6_000, 60_000] } };

/** How long a server that is gone is tried, in milliseconds. */
const giveUpAfter = 12_000;

/** Opens a connection to a server that has just been started and prints its address. */
export async function openNetwork(printed: Transport, carrier: Carrier, chance: Chance): Promise<Network> {
  const address = new URL(await firstLine(printed));
  const proxy = await FaultProxy.start(Number(address.port), {
    plan: (connection) => randomPlan(chance, connection === 0 ? first : weather),
  });
  address.port = String(proxy.port);
  if (carrier === 'websocket') address.protocol = 'ws:';
  // A network that comes back is found at once, so that there is time for many faults.
  const random = () => chance.between(0, 5) / 100;
  return {
    transport: remote(address, { giveUpAfter, platform: { random } }),
    counts: proxy.counts,
    cut() {
      proxy.setDown(true);
      proxy.strike('reset');
    },
    close: () => proxy.close(),
  };
}

async function firstLine({ frames }: Transport): Promise<string> {
  for await (const [line] of frames) if (typeof line === 'string') return line;
  throw new Error('the server has printed no address');
}
