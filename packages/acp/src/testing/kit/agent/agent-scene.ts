import { type Dialect, dialects } from '../../../protocol/dialects.ts';
import { dialectOfAgent } from '../../../protocol/handshake.ts';
import type { JsonObject } from '../../../protocol/reading/guard.ts';
import { isAtRest } from '../at-rest.ts';
import { LentTransport } from '../lent-transport.ts';
import { needing } from '../needing.ts';
import { PeerLine, type PeerLineOptions, resultOf } from '../peer-line.ts';
import { type StartedPeer, type StartOptions, type StartPeer, startedPeer } from '../started-peer.ts';
import { fail, skip, type Verdict } from '../verdict.ts';
import { AgentLine, type Prompt, type SeenTurn, type StartedTurn } from './agent-line.ts';
import { agentWords, at, methodOf, type Offer } from './agent-words.ts';
import { allowing } from './permission-answer.ts';
import type { AgentShare, EarlierSession, OpenAgent } from './resting-agents.ts';

/** The texts that make an agent do something. Without one, what needs it is skipped. */
export interface AgentPrompts {
  /** For an ordinary turn. */
  readonly ordinary: string;
  readonly tool?: string;
  readonly permission?: string;
  /** For a turn that runs until it is cancelled. */
  readonly slow?: string;
}

/** What a check of an agent works with. */
interface AgentSceneOptions {
  /** Starts the agent, or connects to it. */
  readonly start: StartPeer;
  readonly dialect: Dialect;
  /** How the agent has answered `initialize` before, if that was a handshake. */
  readonly initialized: JsonObject | undefined;
  readonly prompts: AgentPrompts;
  /** The working directory of sessions, absolute. */
  readonly cwd: string;
  /** How long the agent may be silent while something is waited for, in milliseconds. */
  readonly patience: number;
  /** Ends the connections at once. */
  readonly signal?: AbortSignal | undefined;
  /** What the check shares with others, if it does not want to be alone. */
  readonly shared?: AgentShare | undefined;
}

/** How long an agent may take to exit when a check is over. */
const ordinaryStart: StartOptions = { graceMilliseconds: 2_000 };

/** The stage of one check of an agent in one dialect; whatever was opened is closed with it. */
export class AgentScene {
  readonly dialect: Dialect;
  readonly prompts: AgentPrompts;
  readonly cwd: string;
  readonly #options: AgentSceneOptions;
  readonly #lines: PeerLine[] = [];
  /** The connections that can be left to the next check. */
  readonly #open = new Map<PeerLine, Omit<OpenAgent, 'nextId'>>();
  #hasShared = false;
  readonly #onAbort = () => void this.close();

  constructor(options: AgentSceneOptions) {
    this.#options = options;
    this.dialect = options.dialect;
    this.prompts = options.prompts;
    this.cwd = options.cwd;
    options.signal?.addEventListener('abort', this.#onAbort);
  }

  /** Every connection of this scene, oldest first. */
  get lines(): readonly PeerLine[] {
    return this.#lines;
  }

  /** Whether something was used that other checks had used before. */
  get hasShared(): boolean {
    return this.#hasShared;
  }

  /** Starts the agent; nothing has been said yet. */
  async connect(start: StartOptions = ordinaryStart): Promise<PeerLine> {
    return this.#line(startedPeer(await this.#start(start)));
  }

  /** Returns a connection that has completed its handshake: that of an earlier check, if this one shares, or a new one. */
  async open(started?: PeerLine): Promise<AgentLine> {
    const { shared } = this.#options;
    if (started !== undefined || shared === undefined) return this.#initialized(started ?? (await this.connect()));
    const left = shared.take();
    return left === undefined ? this.#openNew() : this.#openAgain(left);
  }

  /** Returns a session with an ordinary turn whose connection has ended. It must not be changed: other checks open it, too. */
  async earlier(): Promise<EarlierSession> {
    let isOwn = false;
    const make = () => {
      isOwn = true;
      return this.#earlier();
    };
    const { shared } = this.#options;
    const session = shared === undefined ? make() : shared.earlier(make);
    this.#hasShared ||= !isOwn;
    return session;
  }

  /** Starts the agent, completes the handshake and makes a session. */
  async session(): Promise<{ readonly agent: AgentLine; readonly sessionId: string }> {
    const agent = await this.open();
    const sessionId = await needing('session.new', () => agent.newSession());
    return { agent, sessionId };
  }

  /** Runs a turn that is not what is checked; its text is the ordinary one by default. */
  turn(agent: AgentLine, sessionId: string, prompt: Prompt = this.prompts.ordinary): Promise<SeenTurn> {
    return needing('prompt.ends', async () => {
      const turn = await agent.turn(sessionId, prompt);
      if (turn.answer.error !== undefined) fail('the prompt was answered with an error', turn.answer.frame);
      return turn;
    });
  }

  /** Makes a session with a turn that runs until it is cancelled. */
  async running(): Promise<RunningTurn> {
    const text = this.prompt('slow');
    const { agent, sessionId } = await this.session();
    const started = agent.startTurn(sessionId, text);
    await needing('cancel.running', () => agent.sign(sessionId, started.from));
    return { agent, sessionId, ...started };
  }

  /** Returns whether the agent advertises something. It has said so before: nothing is started for it. */
  offers(offer: Offer): boolean {
    const { initialized } = this.#options;
    if (initialized === undefined) skip('needs handshake.answers, which fails');
    return agentWords[this.dialect][offer](initialized);
  }

  /** Skips the check unless the agent advertises something. */
  requires(offer: Offer): void {
    if (!this.offers(offer)) skip(`${methodOf(this.dialect, offer)} is not advertised`);
  }

  /** Returns the text that makes the agent do something; the check is skipped if nobody has given it. */
  prompt(what: 'tool' | 'permission' | 'slow'): string {
    return this.prompts[what] ?? skip(`no prompt is given for it (--prompt-${what})`);
  }

  /** Ends every connection of this scene, or leaves it to the next check if the agent has passed and nothing is under way. */
  async close(verdict?: Verdict): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    const isFit = verdict === 'pass' || verdict === 'skip';
    await Promise.all(this.#lines.map((line) => (isFit && this.#isLeft(line) ? undefined : line.close())));
  }

  /** Leaves a connection to the next check, if it can be used again. */
  #isLeft(line: PeerLine): boolean {
    const { shared } = this.#options;
    const open = this.#open.get(line);
    if (open === undefined || shared === undefined || line.isOver || !isAtRest(line.frames)) return false;
    open.connection.takeBack();
    shared.giveBack({ ...open, nextId: line.nextId });
    return true;
  }

  /** Starts the agent for this check and those that come after it. */
  async #openNew(): Promise<AgentLine> {
    const peer = startedPeer(await this.#start(ordinaryStart));
    const connection = new LentTransport(peer.transport);
    const agent = await this.#initialized(await this.#line(lent(connection, peer)));
    const { line, initialized } = agent;
    this.#open.set(line, { connection, peer, initialized, handshake: [...line.frames] });
    return agent;
  }

  async #openAgain({ nextId, ...open }: OpenAgent): Promise<AgentLine> {
    this.#hasShared = true;
    const { connection, peer, handshake, initialized } = open;
    const line = await this.#line(lent(connection, peer), { before: handshake, firstId: nextId });
    this.#open.set(line, open);
    return new AgentLine(line, this.dialect, initialized, this.cwd);
  }

  async #line(peer: StartedPeer, before: Pick<PeerLineOptions, 'before' | 'firstId'> = {}): Promise<PeerLine> {
    const line = new PeerLine(peer, { plays: 'client', patience: this.#options.patience, ...before });
    this.#lines.push(line);
    if (this.#options.signal?.aborted === true) await this.close();
    return line;
  }

  async #initialized(line: PeerLine): Promise<AgentLine> {
    return needing('handshake.answers', async () => {
      const answer = await line.request('initialize', agentWords[this.dialect].initialize());
      const result = resultOf(answer, 'initialize');
      if (dialectOfAgent(result) !== this.dialect) {
        fail(`the agent does not answer in ${dialects[this.dialect].title}`, answer.frame);
      }
      return new AgentLine(line, this.dialect, result, this.cwd);
    });
  }

  async #earlier(): Promise<EarlierSession> {
    const { agent, sessionId } = await this.session();
    agent.line.responders.set('session/request_permission', allowing);
    const { updates, answer } = await this.turn(agent, sessionId);
    await agent.line.close();
    return { sessionId, told: updates, messageId: at(answer.result, 'messageId') };
  }

  async #start(start: StartOptions) {
    try {
      return await this.#options.start(start);
    } catch (error) {
      return fail(`the agent could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Returns a started agent whose connection is lent to one check. */
function lent(connection: LentTransport, peer: StartedPeer): StartedPeer {
  return {
    transport: connection.lend(),
    ...(peer.exited !== undefined && { exited: peer.exited }),
    get stderrTail() {
      return peer.stderrTail ?? '';
    },
  };
}

/** A turn that runs until it is cancelled, in a session of its own. */
interface RunningTurn extends StartedTurn {
  readonly agent: AgentLine;
  readonly sessionId: string;
}
