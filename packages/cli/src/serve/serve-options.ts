import type { AskPolicy, Unattended } from '@emend/acp';
import type { NameOptions } from '../agent-names/named-command.ts';
import { listenAddress } from '../options/listen-address.ts';
import type { PermissionFile } from '../options/permission-file.ts';
import { exposureProblem } from './exposure.ts';
import { directoryProblem } from './gate/directories.ts';
import { isDatabase, placeProblem } from './server-store.ts';

/** Options of `emend serve`. */
export interface ServeOptions extends NameOptions {
  readonly listen: string;
  readonly tokenFile?: string;
  /** False with `--no-token`. */
  readonly token: boolean;
  readonly allowOrigin: readonly string[];
  readonly hostName: readonly string[];
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: true;
  readonly behindProxy: readonly string[];
  readonly root: readonly string[];
  readonly cwd?: string;
  readonly permissions?: PermissionFile;
  /** Which clients of a shared session are asked questions. */
  readonly ask?: AskPolicy;
  /** What happens to questions while no client is there; they wait by default. */
  readonly unattended?: Unattended;
  readonly agentPer?: 'connection' | 'session' | 'server';
  readonly maxConnections: number;
  readonly maxSessions: number;
  /** In milliseconds, as all times. */
  readonly idle: number;
  readonly grace: number;
  /** After how long the agent of a stored session that nobody uses is ended; 15 minutes by default. */
  readonly agentIdle?: number;
  readonly store?: string;
  readonly nodeUrl?: string;
  readonly place?: string;
  readonly json?: true;
  readonly pace: number;
}

/** Returns why options do not go together, or `undefined` if they do. */
export function usageProblem(agent: readonly string[], options: ServeOptions): string | undefined {
  const { cert, key, token, tokenFile, store, root, cwd } = options;
  if ((cert === undefined) !== (key === undefined))
    return `option '--${cert === undefined ? 'key' : 'cert'}' needs '--${cert === undefined ? 'cert' : 'key'} <file>'`;
  const misplaced = store === undefined ? undefined : placeProblem(store);
  if (misplaced !== undefined) return misplaced;
  if (!token && tokenFile !== undefined) return "option '--no-token' cannot be used with '--token-file <file>'";
  if (options.agentPer !== undefined && agent.length === 0)
    return "option '--agent-per' needs the command of an agent; the demo agent is part of the server";
  if (store !== undefined && options.agentPer === 'connection')
    return "option '--agent-per connection' cannot be used with '--store <place>': the agent of a stored session serves all its clients";
  if (store === undefined && options.agentPer === 'server')
    return "option '--agent-per server' needs '--store <place>': without a store, each connection has an agent of its own";
  if (options.ask !== undefined && store === undefined)
    return "option '--ask' needs '--store <place>': only stored sessions are shared by several clients";
  if (options.unattended !== undefined && store === undefined)
    return "option '--unattended' needs '--store <place>': without a store, nobody can join a session that its client has left";
  if (options.agentIdle !== undefined && store === undefined)
    return "option '--agent-idle' needs '--store <place>': without a store, an agent ends with its connection";
  if (options.agentIdle !== undefined && agent.length === 0)
    return "option '--agent-idle' needs the command of an agent; the demo agent is part of the server";
  if (options.ask === 'local' && options.nodeUrl !== undefined)
    return "option '--ask local' cannot be used with '--node-url <url>': clients of other servers come from elsewhere";
  if (store !== undefined && isDatabase(store) && agent.length === 0)
    return "option '--store <url>' needs the command of an agent; the demo agent is stored in a directory";
  if (options.nodeUrl !== undefined && (store === undefined || !isDatabase(store)))
    return "option '--node-url <url>' needs '--store postgres://...'";
  if (options.place !== undefined && options.nodeUrl === undefined)
    return "option '--place <label>' needs '--node-url <url>'";
  if (cwd !== undefined && directoryProblem(cwd, root) !== undefined)
    return `the directory of option '--cwd' must be in that of '--root', and '${cwd}' is not`;
  return exposureProblem({
    host: listenAddress(options.listen).host,
    hasToken: token,
    hasCertificate: cert !== undefined,
    isInsecure: options.insecure === true,
    hasProxy: options.behindProxy.length > 0,
  });
}
