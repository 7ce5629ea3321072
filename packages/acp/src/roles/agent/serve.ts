import { checkRewrite } from '../../bridge/check-rewrite.ts';
import type { PeerLimits } from '../../jsonrpc/limits.ts';
import type { Reading } from '../../protocol/reading/decode.ts';
import type { Transport } from '../../transport/transport.ts';
import type { AnyVersionOptions } from '../any-version.ts';
import type { CheckOutgoing } from '../check-outgoing.ts';
import type { Agent } from './agent.ts';
import type { AskPolicy } from './ask-policy.ts';
import type { AccessScope } from './client-access.ts';
import { AgentConnection } from './connection.ts';
import type { AgentEvent } from './event.ts';
import { checkUnattended, type Unattended } from './unattended.ts';

/** Options of `serve`. */
export interface ServeOptions {
  /**
   * Called for events that no pending request is waiting for: noise, unknown notifications, failed handlers, late reports, doubtful
   * outgoing values. By default, failures in the agent's own code are printed to standard error and the rest is ignored.
   */
  readonly onEvent?: (event: AgentEvent) => void;
  /** How requests are read; `lenient` skips malformed parts where the schema allows it. */
  readonly reading?: Reading;
  /** Whether outgoing values are checked; by default they are, unless `NODE_ENV` is `production`. */
  readonly checkOutgoing?: CheckOutgoing;
  /**
   * What happens to running turns when the client disconnects: `cancel` (default) cancels them, `finish` lets them and those that wait run
   * to their end. Their updates then only reach the log, permission requests are answered as `unattended` says, and `closed` resolves
   * after the last turn. While other clients have a session open, nothing ends in it. Loads and resumes are cancelled in both cases. A client that comes back meanwhile and loads the session on another
   * connection of this process gets the history and then the rest of the turn, and is asked what the turn asks from then on.
   */
  readonly whenClientLeaves?: 'cancel' | 'finish';
  /**
   * What happens to a question of the agent that nobody is there to answer, or that all who were asked abstained from: `reject`
   * (default) answers it `cancelled`; `wait` keeps it open for the clients that join the session; `{ rejectAfter }` keeps it open until
   * nobody who could answer has been there for so many milliseconds, and then answers it `cancelled`.
   */
  readonly unattended?: Unattended;
  /**
   * Which clients are asked questions of the agent, such as permission requests, of those that may answer: `first` (default) asks all of
   * them, and the first answer counts; `prompter` asks the one whose prompt the agent works on, and all of them once that one has left
   * or cannot answer; `local` asks those whose connections come from this machine.
   */
  readonly ask?: AskPolicy;
  /**
   * Whether the connection comes from this machine itself, for `ask: 'local'`. Default: true, as for standard input and output; `serveHttp`
   * tells by the address of the client.
   */
  readonly isLocal?: boolean | (() => boolean);
  /** Whom the server takes the client for, for example by its token. Other clients and the log are told. */
  readonly principal?: string;
  /** What the client may do; everything by default. */
  readonly access?: readonly AccessScope[];
  readonly limits?: Partial<PeerLimits>;
  /** How v1 clients are served, for example what happens when text that they have already shown is replaced. */
  readonly bridge?: AnyVersionOptions;
}

/** Serves an agent to the client at the other end of a transport. The client may speak v2 or v1. */
export function serve(agent: Agent, transport: Transport, options: ServeOptions = {}): AgentConnection {
  // Plain JavaScript may pass the definition itself, or forget the transport.
  if (agent?.definition === undefined)
    throw new TypeError(
      'The first argument of serve() must be an agent made by agent(): serve(agent({ prompt }), transport).',
    );
  if (transport?.frames === undefined)
    throw new TypeError('The second argument of serve() must be a transport, for example stdio() of @emend/acp/node.');
  checkRewrite(options.bridge?.rewrite);
  checkUnattended(options.unattended);
  return new AgentConnection(agent, transport, options);
}
