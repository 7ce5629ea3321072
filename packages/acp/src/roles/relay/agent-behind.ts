import type { Client } from '../client/client.ts';
import type { ClientOptions } from '../client/options.ts';

/** What a session uses of its connection to the agent behind. */
export type AgentBehind = ClientBehind & {
  /** Makes the agent one for the sessions that it has, and no others: it does not end a turn of this session. Absent if it has this session only. */
  readonly retire?: () => void;
};

type ClientBehind = Pick<
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

/** What a connection to the agent behind is for. */
interface PlaceBehind {
  /** The working directory of a session; undefined if it is for none. */
  readonly cwd: string | undefined;
  /** The id that an agent behind has given the session before; undefined if it is a new one. */
  readonly earlier?: string | undefined;
}

/** Connects to the agent behind. */
export type ConnectBehind<Connection extends AgentBehind = AgentBehind> = (
  options: ClientOptions,
  place: PlaceBehind,
) => Promise<Connection>;
