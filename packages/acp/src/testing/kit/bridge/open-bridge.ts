import type { JsonObject } from '../../../protocol/reading/guard.ts';
import { AgentLine } from '../agent/agent-line.ts';
import { isAtRest } from '../at-rest.ts';
import type { LentTransport } from '../lent-transport.ts';
import { PeerLine } from '../peer-line.ts';
import { reachedBy, type StartedPeer } from '../started-peer.ts';
import type { SeenFrame } from '../verdict.ts';
import { AgentPart } from './agent-part.ts';
import type { DialectPair } from './dialect-pair.ts';

/** Both sides of a bridge after the handshake. */
export interface BridgePeers {
  readonly client: AgentLine;
  readonly agent: AgentPart;
}

/** The two connections of a bridge that has completed its handshake, and what was said in it. */
interface OpenConnections {
  readonly client: LentTransport;
  readonly agent: LentTransport;
  /** Other connections that the bridge has made to its agent. */
  readonly others: readonly LentTransport[];
  /** The bridge itself. */
  readonly bridge: StartedPeer | undefined;
  readonly initialized: JsonObject;
  readonly handshake: { readonly client: readonly SeenFrame[]; readonly agent: readonly SeenFrame[] };
}

/** How many requests a check has at most; their ids are never used twice on a connection. */
const mostRequests = 10_000;

/** How long a bridge may take to come to rest after a check, in milliseconds, before it is not used again. */
const timeToRest = 5_000;

/** A bridge that has completed its handshake, and that checks use one after the other: each has sessions of its own. */
export class OpenBridge {
  readonly #connections: OpenConnections;
  #uses = 1;

  constructor(connections: OpenConnections) {
    this.#connections = connections;
  }

  /** Whether one of its connections has ended. */
  get isOver(): boolean {
    return this.#connections.client.isOver || this.#connections.agent.isOver;
  }

  /** Returns both sides anew, as if the handshake had just been completed. */
  peers(options: { readonly pair: DialectPair; readonly cwd: string; readonly patience: number }): BridgePeers {
    const { client, agent, bridge, initialized, handshake } = this.#connections;
    const { pair, cwd, patience } = options;
    const firstId = this.#uses * mostRequests;
    this.#uses += 1;
    const clientLine = new PeerLine(
      bridge === undefined ? { transport: client.lend() } : reachedBy(bridge, client.lend()),
      { plays: 'client', patience, before: handshake.client, firstId },
    );
    const agentLine = new PeerLine(
      { transport: agent.lend() },
      { plays: 'agent', patience, before: handshake.agent, firstId },
    );
    return {
      client: new AgentLine(clientLine, pair.client, initialized, cwd),
      agent: new AgentPart(agentLine, pair.agent, `session-${this.#uses}`),
    };
  }

  /** Takes it back from a check. */
  takeBack(): void {
    this.#connections.client.takeBack();
    this.#connections.agent.takeBack();
  }

  /** Ends the bridge. */
  async close(): Promise<void> {
    const { client, agent, others } = this.#connections;
    await Promise.all([client, agent, ...others].map((connection) => connection.close()));
  }
}

/**
 * Waits until everything that was sent has passed. Returns whether the next check can use the bridge, if nothing was left open, or whether
 * the bridge does not show when it has come to rest.
 */
export async function comesToRest({ client, agent }: BridgePeers): Promise<'rests' | 'busy' | 'silent'> {
  const lines = [agent.line, client.line];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'silent'>((resolve) => {
    timer = setTimeout(resolve, timeToRest, 'silent');
  });
  const passed = async () => {
    for (const line of lines) await line.fence();
    return lines.some((line) => line.isOver || !isAtRest(line.frames)) ? 'busy' : 'rests';
  };
  try {
    return await Promise.race([passed().catch(() => 'busy' as const), late]);
  } finally {
    clearTimeout(timer);
  }
}
