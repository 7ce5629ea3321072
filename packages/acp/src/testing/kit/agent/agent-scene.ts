import { type Dialect, dialects } from '../../../protocol/dialects.ts';
import { dialectOfAgent } from '../../../protocol/handshake.ts';
import { needing } from '../needing.ts';
import { PeerLine, resultOf } from '../peer-line.ts';
import { type StartPeer, startedPeer } from '../started-peer.ts';
import { fail, skip } from '../verdict.ts';
import { AgentLine, type Prompt, type SeenTurn, type StartedTurn } from './agent-line.ts';
import { agentWords } from './agent-words.ts';

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
  readonly prompts: AgentPrompts;
  /** The working directory of sessions, absolute. */
  readonly cwd: string;
  /** How long the agent may be silent while something is waited for, in milliseconds. */
  readonly patience: number;
  /** Ends the connections at once. */
  readonly signal?: AbortSignal | undefined;
}

/** How long an agent may take to exit when a check is over, in milliseconds. */
const ordinaryGrace = 2_000;

/** The stage of one check of an agent in one dialect; whatever was opened is closed with it. */
export class AgentScene {
  readonly dialect: Dialect;
  readonly prompts: AgentPrompts;
  readonly cwd: string;
  readonly #options: AgentSceneOptions;
  readonly #lines: PeerLine[] = [];
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

  /** Starts the agent; nothing has been said yet. */
  async connect(graceMilliseconds = ordinaryGrace): Promise<PeerLine> {
    const peer = startedPeer(await this.#start(graceMilliseconds));
    const line = new PeerLine(peer, { plays: 'client', patience: this.#options.patience });
    this.#lines.push(line);
    if (this.#options.signal?.aborted === true) await this.close();
    return line;
  }

  /** Starts the agent and completes the handshake. */
  async open(started?: PeerLine): Promise<AgentLine> {
    const line = started ?? (await this.connect());
    return needing('handshake.answers', async () => {
      const answer = await line.request('initialize', agentWords[this.dialect].initialize());
      const result = resultOf(answer, 'initialize');
      if (dialectOfAgent(result) !== this.dialect) {
        fail(`the agent does not answer in ${dialects[this.dialect].title}`, answer.frame);
      }
      return new AgentLine(line, this.dialect, result, this.cwd);
    });
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

  /** Returns the text that makes the agent do something; the check is skipped if nobody has given it. */
  prompt(what: 'tool' | 'permission' | 'slow'): string {
    return this.prompts[what] ?? skip(`no prompt is given for it (--prompt-${what})`);
  }

  /** Ends every connection of this scene. */
  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    await Promise.all(this.#lines.map((line) => line.close()));
  }

  async #start(graceMilliseconds: number) {
    try {
      return await this.#options.start({ graceMilliseconds });
    } catch (error) {
      return fail(`the agent could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** A turn that runs until it is cancelled, in a session of its own. */
interface RunningTurn extends StartedTurn {
  readonly agent: AgentLine;
  readonly sessionId: string;
}
