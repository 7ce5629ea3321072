import { type Agent, type Client, type ClientOptions, ConnectionError, relayAgent } from '@emend/acp';
import { present } from '@emend/acp/protocol';
import type { SessionPlaces } from '@emend/acp/remote';
import type { PermissionFile } from '../options/permission-file.ts';
import { lastWords } from '../output/last-words.ts';
import { failed, Problem } from '../output/problem.ts';
import { atMost } from '../timing/at-most.ts';
import { openServerStore, type ServerNode } from './server-store.ts';
import { type HandshakePatience, halfAMinute, startAgent } from './started-agent.ts';

/** How long agents may take to end when the server ends, in milliseconds. */
export const endingPatience = 4_500;

/** An agent in this process, in front of one that a command starts for each session. */
interface StoredAgent {
  readonly agent: Agent;
  /** Which server has which session, if several share the store. */
  readonly places: SessionPlaces | undefined;
  /** Ends all agents, and closes the store. */
  close(): Promise<void>;
}

interface StoredAgentOptions {
  readonly store: string;
  readonly node: ServerNode | undefined;
  /** After how many milliseconds the agent of a session that nobody uses is ended; 15 minutes by default. */
  readonly idle: number | undefined;
  /** Whether each session has an agent of its own, or all of them have one together. */
  readonly per: 'session' | 'server';
  /** Rules that answer permission requests. */
  readonly permissions: PermissionFile | undefined;
  /** How long an agent may take to answer `initialize`; half a minute by default. */
  readonly patience?: HandshakePatience;
}

/** Opens the store, and starts the agent once to learn what it can do. */
export async function openStored(
  command: readonly string[],
  { store: kept, node, idle, per, permissions, patience = halfAMinute }: StoredAgentOptions,
  log: (line: string) => void,
): Promise<StoredAgent> {
  const store = await openServerStore(kept, node, log);
  const connect = (options: ClientOptions): Promise<Client> => startAgent(command, options, log, patience);
  try {
    const relay = await relayAgent({
      connect,
      connections: per === 'server' ? 'shared' : 'session',
      sessions: { log: store },
      ...present({ idle, permissionPolicy: permissions?.decide }),
    });
    return {
      agent: relay.agent,
      places: store.ownership,
      async close(): Promise<void> {
        // Other servers wait for the sessions of this one, whatever its agents do.
        await atMost(endingPatience, relay.close());
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw new Problem([failed('The agent could not be started', error), ...lastWords(stderrTailOf(error))].join('\n'));
  }
}

/** Returns the end of standard error of an agent that could not be started. */
function stderrTailOf(error: unknown): string {
  if (error instanceof ConnectionError) return error.stderrTail ?? '';
  return error instanceof Error && error.cause !== undefined ? stderrTailOf(error.cause) : '';
}
