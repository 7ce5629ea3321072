import type { Client } from '../client/client.ts';
import type { ClientOptions } from '../client/options.ts';

/** What a session uses of its connection to the agent behind. */
export type AgentBehind = Pick<
  Client,
  | 'agent'
  | 'close'
  | 'closed'
  | 'deleteSession'
  | 'dialect'
  | 'loadSession'
  | 'newSession'
  | 'notify'
  | 'request'
  | 'resumeSession'
>;

/** Connects to the agent behind; without a directory, it is for no session. */
export type ConnectBehind<Connection extends AgentBehind = AgentBehind> = (
  options: ClientOptions,
  place: { readonly cwd: string | undefined },
) => Promise<Connection>;
