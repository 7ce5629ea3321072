import { dialects } from '../../../protocol/dialects.ts';
import { dialectOfAgent } from '../../../protocol/handshake.ts';
import type { JsonObject } from '../../../protocol/reading/guard.ts';
import type { Transport } from '../../../transport/transport.ts';
import { AgentLine } from '../agent/agent-line.ts';
import { agentWords } from '../agent/agent-words.ts';
import { needing } from '../needing.ts';
import { PeerLine, resultOf } from '../peer-line.ts';
import { fail, skip } from '../verdict.ts';
import { answerInitialize, type InitializeAnswer, initializeAnswer } from './agent-answers.ts';
import { AgentPart } from './agent-part.ts';
import { properRefusal } from './client-answer.ts';
import type { DialectPair } from './dialect-pair.ts';
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
}

/** A bridge that was started, with the kit on either side of it. */
export interface BridgeEnds {
  /** The kit as the client. */
  readonly client: PeerLine;
  /** Resolves with the kit as the agent, once the bridge has asked it to initialize and was answered. */
  readonly agent: Promise<AgentPart>;
}

/** Both sides of a bridge after the handshake. */
export interface BridgePeers {
  readonly client: AgentLine;
  readonly agent: AgentPart;
}

/** How long a bridge may take to exit when a check is over, in milliseconds. */
const ordinaryGrace = 2_000;

/** The stage of one check of a bridge between two dialects; whatever was opened is closed with it. */
export class BridgeScene {
  readonly pair: DialectPair;
  readonly cwd: string;
  readonly patience: number;
  readonly #options: BridgeSceneOptions;
  readonly #lines: PeerLine[] = [];
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

  /** Starts the bridge; nothing has been said yet. `answer` is how the agent answers `initialize`. */
  async start(
    answer: (params: JsonObject) => InitializeAnswer = (params) => initializeAnswer(this.pair.agent, params),
    graceMilliseconds: number = ordinaryGrace,
  ): Promise<BridgeEnds> {
    const bridge = await this.#started(graceMilliseconds);
    const client = this.#line(new PeerLine(bridge, { plays: 'client', patience: this.patience }));
    const agent = new Promise<AgentPart>((resolve, reject) => {
      void this.#serve(bridge.agents, answer, resolve).catch(reject);
    });
    // A check that does not need the agent never looks at it.
    agent.catch(() => {});
    if (this.#options.signal?.aborted === true) await this.close();
    return { client, agent };
  }

  /** Starts the bridge and completes the handshake. */
  async open(graceMilliseconds = ordinaryGrace): Promise<BridgePeers> {
    return needing('handshake.answers', async () => this.initialize(await this.start(undefined, graceMilliseconds)));
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

  /** Starts the bridge, completes the handshake and makes a session. */
  async session(): Promise<BridgePeers & { readonly sessionId: string }> {
    const peers = await this.open();
    const sessionId = await needing('session.new', () => peers.client.newSession());
    return { ...peers, sessionId };
  }

  /** Ends every connection of this scene. */
  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    await Promise.all(this.#lines.map((line) => line.close()));
  }

  #line(line: PeerLine): PeerLine {
    this.#lines.push(line);
    return line;
  }

  async #started(graceMilliseconds: number) {
    try {
      return await this.#options.start({ graceMilliseconds });
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
      const line = this.#line(new PeerLine({ transport }, { plays: 'agent', patience: this.patience }));
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
