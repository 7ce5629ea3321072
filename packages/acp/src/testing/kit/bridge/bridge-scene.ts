import { dialects } from '../../../protocol/dialects.ts';
import { dialectOfAgent } from '../../../protocol/handshake.ts';
import type { JsonObject } from '../../../protocol/reading/guard.ts';
import type { Transport } from '../../../transport/transport.ts';
import { AgentLine } from '../agent/agent-line.ts';
import { agentWords } from '../agent/agent-words.ts';
import { LentTransport } from '../lent-transport.ts';
import { needing } from '../needing.ts';
import { PeerLine, resultOf } from '../peer-line.ts';
import type { PeerPool } from '../peer-pool.ts';
import { reachedBy, type StartedPeer, type StartOptions } from '../started-peer.ts';
import { fail, skip } from '../verdict.ts';
import { answerInitialize, type InitializeAnswer, initializeAnswer } from './agent-answers.ts';
import { AgentPart } from './agent-part.ts';
import { properRefusal } from './client-answer.ts';
import { type DialectPair, pairName } from './dialect-pair.ts';
import { type BridgePeers, comesToRest, OpenBridge } from './open-bridge.ts';
import type { StartBridge } from './started-bridge.ts';

/** What a check of a bridge works with. */
interface BridgeSceneOptions {
  readonly start: StartBridge;
  readonly pair: DialectPair;
  /** The working directory of sessions, absolute. */
  readonly cwd: string;
  /** How long the bridge may be silent while something is waited for, in milliseconds. */
  readonly patience: number;
  /** Ends the connections at once. */
  readonly signal?: AbortSignal | undefined;
  /** Bridges that other checks have left as good as new; without it a bridge is started each time. */
  readonly pool?: PeerPool<OpenBridge> | undefined;
}

/** A bridge that was started, with the kit on either side of it. */
export interface BridgeEnds {
  /** The kit as the client. */
  readonly client: PeerLine;
  /** Resolves with the kit as the agent, once the bridge has asked it to initialize and was answered. */
  readonly agent: Promise<AgentPart>;
}

/** How long a bridge may take to exit when a check is over. */
const ordinary: StartOptions = { graceMilliseconds: 2_000 };

/** The stage of one check of a bridge between two dialects; whatever was opened is closed with it. */
export class BridgeScene {
  readonly pair: DialectPair;
  readonly cwd: string;
  readonly patience: number;
  readonly #options: BridgeSceneOptions;
  readonly #lines: PeerLine[] = [];
  /** The connections of the lines that were started here. */
  readonly #connections = new Map<PeerLine, LentTransport>();
  #bridge: StartedPeer | undefined;
  #isUsed = false;
  #shared: { readonly bridge: OpenBridge; readonly peers: BridgePeers } | undefined;
  #isAtRest = false;
  readonly #onAbort = () => void this.close();

  constructor(options: BridgeSceneOptions) {
    this.#options = options;
    this.pair = options.pair;
    this.cwd = options.cwd;
    this.patience = options.patience;
    options.signal?.addEventListener('abort', this.#onAbort);
  }

  /** Every connection of this scene, oldest first. */
  get lines(): readonly PeerLine[] {
    return this.#lines;
  }

  /** Whether the bridge of this scene was used by other checks before. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Starts a bridge of its own; nothing has been said yet. `answer` is how the agent answers `initialize`. */
  async start(
    answer: (params: JsonObject) => InitializeAnswer = (params) => initializeAnswer(this.pair.agent, params),
    options: StartOptions = ordinary,
  ): Promise<BridgeEnds> {
    const bridge = await this.#started(options);
    const connection = new LentTransport(bridge.transport);
    const peer = reachedBy(bridge, connection.lend());
    this.#bridge = bridge;
    const client = this.#line(new PeerLine(peer, { plays: 'client', patience: this.patience }), connection);
    const agent = new Promise<AgentPart>((resolve, reject) => {
      void this.#serve(bridge.agents, answer, resolve).catch(reject);
    });
    // A check that does not need the agent never looks at it.
    agent.catch(() => {});
    if (this.#options.signal?.aborted === true) await this.close();
    return { client, agent };
  }

  /** Returns both sides of a bridge after the handshake: one that was left by another check, or a new one. */
  async open(): Promise<BridgePeers> {
    const left = this.#options.pool?.take(pairName(this.pair));
    if (left === undefined) {
      const peers = await this.openNew();
      this.#shared = { peers, bridge: this.#opened(peers) };
      return peers;
    }
    this.#isUsed = true;
    const peers = left.peers(this);
    this.#lines.push(peers.client.line, peers.agent.line);
    this.#shared = { peers, bridge: left };
    return peers;
  }

  /** Starts a bridge of its own and completes the handshake. */
  async openNew(options: StartOptions = ordinary): Promise<BridgePeers> {
    return needing('handshake.answers', async () => this.initialize(await this.start(undefined, options)));
  }

  /** Completes the handshake of a bridge that was started. */
  async initialize({ client, agent }: BridgeEnds): Promise<BridgePeers> {
    const dialect = this.pair.client;
    const answer = await client.request('initialize', agentWords[dialect].initialize());
    const refusal = properRefusal(dialect, answer);
    if (refusal !== undefined) skip(refusal);
    const result = resultOf(answer, 'initialize');
    if (dialectOfAgent(result) !== dialect || result['protocolVersion'] !== dialects[dialect].protocolVersion)
      fail(`the client is not answered in ${dialects[dialect].title}`, answer.frame);
    return { client: new AgentLine(client, dialect, result, this.cwd), agent: await this.#inTime(agent, client) };
  }

  /** Returns both sides of a bridge after the handshake, and a session. */
  async session(): Promise<BridgePeers & { readonly sessionId: string }> {
    const peers = await this.open();
    const sessionId = await needing('session.new', () => peers.client.newSession());
    return { ...peers, sessionId };
  }

  /** Is called when a check has passed: waits until its bridge can be used by the next one. */
  async rest(): Promise<void> {
    const { pool } = this.#options;
    if (pool === undefined || this.#shared === undefined) return;
    const how = await comesToRest(this.#shared.peers);
    this.#isAtRest = how === 'rests';
    // It would be waited for after each check.
    if (how === 'silent') void pool.end();
  }

  /** Ends every connection of this scene, or leaves them to the next check. */
  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    const shared = this.#shared;
    if (this.#isAtRest && shared !== undefined && this.#options.signal?.aborted !== true) {
      this.#isAtRest = false;
      shared.bridge.takeBack();
      this.#options.pool?.giveBack(pairName(this.pair), shared.bridge);
      return;
    }
    await Promise.all(this.#lines.map((line) => line.close()));
  }

  #line(line: PeerLine, connection: LentTransport): PeerLine {
    this.#lines.push(line);
    this.#connections.set(line, connection);
    return line;
  }

  /** Makes what other checks can use of a bridge that was started here. */
  #opened({ client, agent }: BridgePeers): OpenBridge {
    const connectionOf = (line: PeerLine) => this.#connections.get(line) as LentTransport;
    const others = [...this.#connections].filter(([line]) => line !== client.line && line !== agent.line);
    return new OpenBridge({
      client: connectionOf(client.line),
      agent: connectionOf(agent.line),
      others: others.map(([, connection]) => connection),
      bridge: this.#bridge,
      initialized: client.initialized,
      handshake: { client: [...client.line.frames], agent: [...agent.line.frames] },
    });
  }

  async #started(options: StartOptions) {
    try {
      return await this.#options.start(options);
    } catch (error) {
      return fail(`the bridge could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #serve(
    agents: AsyncIterable<Transport> | Iterable<Transport>,
    answer: (params: JsonObject) => InitializeAnswer,
    onInitialized: (agent: AgentPart) => void,
  ): Promise<void> {
    for await (const transport of agents) {
      const connection = new LentTransport(transport);
      const peer = { transport: connection.lend() };
      const line = this.#line(new PeerLine(peer, { plays: 'agent', patience: this.patience }), connection);
      const agent = new AgentPart(line, this.pair.agent);
      answerInitialize(line, answer, () => onInitialized(agent));
    }
  }

  /** A bridge that answers the client without an agent may still connect to it later. */
  async #inTime(agent: Promise<AgentPart>, client: PeerLine): Promise<AgentPart> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.patience, undefined);
    });
    try {
      const found = await Promise.race([agent, late]);
      return found ?? fail('the bridge has answered the client, and never asked the agent', ...client.frames.slice(-1));
    } finally {
      clearTimeout(timer);
    }
  }
}
