import { setTimeout } from 'node:timers/promises';
import {
  type Agent,
  type AgentConnection,
  type AgentEvent,
  type AskPolicy,
  RpcError,
  serve,
  type Transport,
  type Unattended,
} from '@emend/acp';
import { bridge } from '@emend/acp/bridge';
import { LogError } from '@emend/acp/log';
import type { RemoteConnection } from '@emend/acp/remote';
import type { PermissionFile } from '../options/permission-file.ts';
import { AgentProcesses } from './agent-processes.ts';
import { Gate, type GateRules } from './gate/gate.ts';
import { gatedTransport } from './gate/gated-transport.ts';
import { limitedLog } from './limited-log.ts';
import { decidedTransport } from './permissions/decided-transport.ts';
import { decisionLine } from './permissions/decision-line.ts';
import { PermissionRules } from './permissions/permission-rules.ts';
import { sessionAgents } from './session-agents/session-agents.ts';

/** What clients are connected to: a command that starts an agent, or an agent in this process. */
export type ServedAgent =
  | { readonly command: readonly string[]; readonly per: 'connection' | 'session' }
  | { readonly agent: Agent };

/** Rules for what passes between clients and agents. */
interface FrontRules extends GateRules {
  /** Rules that answer permission requests. */
  readonly permissions?: PermissionFile | undefined;
  /** Which clients of a shared session are asked questions. */
  readonly ask?: AskPolicy | undefined;
  /** What happens to questions while no client is there; they wait by default. */
  readonly unattended?: Unattended | undefined;
}

/** Connects each client of a server with an agent. */
export class Front {
  readonly #agent: ServedAgent;
  readonly #rules: FrontRules;
  readonly #log: (line: string) => void;
  readonly #logOfStore: (line: string) => void;
  readonly #open = new Set<Promise<void>>();
  readonly #inProcess = new Set<AgentConnection>();
  #connections = 0;

  constructor(agent: ServedAgent, rules: FrontRules, log: (line: string) => void) {
    this.#agent = agent;
    this.#rules = rules;
    this.#log = log;
    this.#logOfStore = limitedLog(log, 'requests that could not be stored');
  }

  /** Connects a new client. */
  connect(connection: RemoteConnection): void {
    this.#connections += 1;
    const name = `Connection ${this.#connections}`;
    const gate = new Gate(this.#rules);
    const gated = gatedTransport(connection.transport, gate);
    const { permissions } = this.#rules;
    const served = this.#agent;
    // An agent that stores its sessions has the rules itself: they hold for a session, whoever has it open.
    const hasRules = 'agent' in served && served.agent.definition.permissionPolicy !== undefined;
    // The directories that it sees are those that the gate has put in place.
    const client =
      permissions === undefined || hasRules
        ? gated
        : decidedTransport(gated, new PermissionRules(permissions, (line) => this.#log(`${name}: ${line}`)));
    const running =
      'agent' in served
        ? this.#serve(name, served.agent, client, () => connection.isLocal === true)
        : this.#bridge(name, client, gate, served);
    const ended = running
      .catch((error: unknown) => this.#log(`${name}: ${error instanceof Error ? error.message : String(error)}`))
      .then(() => connection.end('agent'))
      .catch(() => {});
    this.#open.add(ended);
    void ended.then(() => this.#open.delete(ended));
  }

  /** Resolves when no client is connected and all agents have ended. */
  async ended(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open);
  }

  /** Cancels the turns of an agent in this process. */
  async cancelTurns(): Promise<void> {
    await Promise.all([...this.#inProcess].map((connection) => connection.close()));
  }

  async #serve(name: string, agent: Agent, client: Transport, isLocal: () => boolean): Promise<void> {
    const { ask = 'first', unattended = 'wait' } = this.#rules;
    const onEvent = (event: AgentEvent): void => this.#tell(name, event);
    const connection = serve(agent, client, { whenClientLeaves: 'finish', unattended, ask, isLocal, onEvent });
    this.#inProcess.add(connection);
    await connection.closed;
    await connection.settled();
    this.#inProcess.delete(connection);
  }

  /** Tells what rules have decided, and what failed here. Where in the program a store was found to be away is of no use to anybody. */
  #tell(name: string, event: AgentEvent): void {
    if (event.type === 'permission-decided') {
      const { sessionId, request, question, decision } = event;
      const { toolCallId } = request.toolCall;
      const file = this.#rules.permissions?.file ?? '';
      this.#log(decisionLine({ kind: question.kind, toolCallId, sessionId, decision, file, asked: 'clients' }));
      return;
    }
    if ((event.type === 'permission-failed' || event.type === 'elicitation-failed') && event.isUnattended) {
      this.#log(unattendedLine(event));
      return;
    }
    if (!('error' in event) || event.error instanceof RpcError) return;
    const { error } = event;
    const what = 'method' in event ? `${event.method} failed` : event.type;
    if (error instanceof LogError) this.#logOfStore(`${name}: ${what}: ${error.message}`);
    else this.#log(`${name}: ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  async #bridge(
    name: string,
    client: Transport,
    gate: Gate,
    { command, per }: Extract<ServedAgent, { command: unknown }>,
  ): Promise<void> {
    const processes = new AgentProcesses(command, (line) => this.#log(`${name}, agent: ${line}`));
    const start = (): Promise<Transport> =>
      per === 'connection'
        ? processes.start()
        : Promise.resolve(
            sessionAgents(
              () => processes.start(),
              (session) => gate.sessionEnded(session),
            ),
          );
    try {
      const { by, cause } = await bridge(client, await start(), {
        restart: start,
        tellsLastWords: true,
        // Messages of a client that has gone do not wait for an agent that never answers.
        patience: () => setTimeout(handshakePatience, undefined, { ref: false }),
      });
      if (by === 'agent')
        this.#log(`${name}: ${cause instanceof Error ? cause.message : 'The agent has closed the connection.'}`);
    } finally {
      await processes.close();
    }
  }
}

const handshakePatience = 5_000;

/** Returns the line of the log for a question that nobody was there to answer. */
function unattendedLine(event: { readonly sessionId: string; readonly toolCallId?: string }): string {
  const { sessionId, toolCallId } = event;
  const what = toolCallId === undefined ? 'A question' : `Permission for tool call ${JSON.stringify(toolCallId)}`;
  return `${what} in session ${JSON.stringify(sessionId)} was rejected: nobody was there to answer.`;
}
