import { type Agent, type Client, type ClientOptions, relayAgent } from '@emend/acp';
import { localHost, type SpawnAgentOptions, spawnAgent } from '@emend/acp/node';
import { present } from '@emend/acp/protocol';
import type { SessionPlaces } from '@emend/acp/remote';
import type { PermissionFile } from '../options/permission-file.ts';
import { failed, Problem } from '../output/problem.ts';
import { atMost } from '../timing/at-most.ts';
import { readLines } from './read-lines.ts';
import { openServerStore, type ServerNode } from './server-store.ts';

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
}

/** Opens the store, and starts the agent once to learn what it can do. */
export async function openStored(
  command: readonly string[],
  { store: kept, node, idle, per, permissions }: StoredAgentOptions,
  log: (line: string) => void,
): Promise<StoredAgent> {
  const store = await openServerStore(kept, node, log);
  const connect = (options: ClientOptions): Promise<Client> => start(command, options, log);
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
    throw new Problem(failed('The agent could not be started', error));
  }
}

/** Starts an agent. The files and terminals of a v1 agent are those of this machine, where its sessions work. */
async function start(
  [name = '', ...args]: readonly string[],
  options: ClientOptions,
  log: (line: string) => void,
): Promise<Client> {
  const spawning: SpawnAgentOptions = { ...options, bridge: { serve: localHost({ serve: ['files', 'terminals'] }) } };
  const client = await spawnAgent(name, args, spawning);
  const { stderr, pid } = client.process;
  readLines(stderr, (line) => log(`agent ${pid}: ${line}`));
  return client;
}
