import type { AsyncCloseable } from '../../transport/async-closeable.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { tap } from '../../transport/tap.ts';
import { agent } from '../agent/agent.ts';
import type { AgentConnection } from '../agent/connection.ts';
import type { AgentDefinition, AsyncAgentDefinition } from '../agent/definition.ts';
import { type ServeOptions, serve } from '../agent/serve.ts';
import type { Client } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ClientOptions } from '../client/options.ts';

/** A client and an agent in one process, and every message that passes between them. */
export interface Pair extends AsyncCloseable {
  readonly client: Client;
  readonly connection: AgentConnection;
  /** `client` or `agent`, and the message that it sent, in order. */
  readonly wire: { readonly from: 'client' | 'agent'; readonly message: Record<string, unknown> }[];
}

/** Ids that a test can foretell: `message-1`, `tool_call-2`, ... */
export function countingIds(): (purpose: string) => string {
  let count = 0;
  return (purpose) => `${purpose}-${++count}`;
}

/** Connects a client to an agent through memory. They speak June, in which agents are written, unless the options say otherwise. */
export function connected(
  definition: AsyncAgentDefinition,
  options?: ClientOptions,
  serving?: ServeOptions,
): Promise<Pair>;
export function connected(definition: AgentDefinition, options?: ClientOptions, serving?: ServeOptions): Promise<Pair>;
export async function connected(
  definition: AgentDefinition,
  options: ClientOptions = {},
  serving: ServeOptions = {},
): Promise<Pair> {
  const [near, far] = memoryPair();
  const wire: Pair['wire'] = [];
  const watched = tap(near, (direction, frame) => {
    if (typeof frame === 'string')
      wire.push({ from: direction === 'sent' ? 'client' : 'agent', message: JSON.parse(frame) });
  });
  const connection = serve(agent({ mintId: countingIds(), ...definition }), far, serving);
  const client = await connect(watched, { prefers: 'june', ...options });
  return {
    client,
    connection,
    wire,
    async [Symbol.asyncDispose]() {
      await client.close();
      await connection.closed;
    },
  };
}
