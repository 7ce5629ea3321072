import { type ClientSession, ConnectionError, RpcError, type SessionState } from '@emend/acp';
import { tone } from '../terminal/style.ts';
import type { AgentLink } from './agent-link.ts';
import { turnErrorWords } from './agent-problem.ts';
import { missingWords, promptContent } from './prompt-content.ts';
import { stopWords } from './stop-words.ts';

/** Callbacks of the turns. */
interface TurnRemarks {
  note(text: string, look?: number): void;
  /** Draws everything the session has now, then adds a remark of our own below it. */
  noteAfter(state: SessionState, text: string, look?: number): void;
  /** Called when a turn has ended. */
  ended(): void;
}

/** Sends prompts one after another; prompts entered during a turn are queued. */
export class Turns {
  readonly #link: AgentLink;
  readonly #cwd: string;
  readonly #remarks: TurnRemarks;
  readonly #waiting: string[] = [];
  #session: ClientSession | undefined;
  #state: 'idle' | 'running' | 'cancelling' = 'idle';
  #stop = new AbortController();

  constructor(link: AgentLink, cwd: string, remarks: TurnRemarks) {
    this.#link = link;
    this.#cwd = cwd;
    this.#remarks = remarks;
  }

  /** The queued prompts. */
  get waiting(): readonly string[] {
    return this.#waiting;
  }

  get isRunning(): boolean {
    return this.#state !== 'idle';
  }

  get isCancelling(): boolean {
    return this.#state === 'cancelling';
  }

  /** Sends the prompts that were queued until the session was open. */
  open(session: ClientSession): void {
    this.#session = session;
    this.#next();
  }

  /** Queues prompts until another session is open. */
  pause(): void {
    this.#session = undefined;
  }

  /** Sends a prompt now, or queues it. */
  submit(text: string): void {
    if (this.isRunning || this.#session === undefined) this.#waiting.push(text);
    else void this.#run(this.#session, text);
  }

  /** Removes the last queued prompt. */
  takeBack(): void {
    this.#waiting.pop();
  }

  /** Cancels the turn and returns the queued prompts, which are not sent any more. */
  cancel(): readonly string[] {
    this.#state = 'cancelling';
    const unsent = this.#waiting.splice(0);
    this.#stop.abort();
    return unsent;
  }

  async #run(session: ClientSession, text: string): Promise<void> {
    this.#state = 'running';
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    try {
      const { agent } = this.#link.client;
      const { blocks, missing } = await promptContent(text, this.#cwd, agent.capabilities ?? {});
      // Reading files takes time; a prompt cancelled meanwhile is not sent.
      signal.throwIfAborted();
      for (const name of missing) this.#remarks.note(missingWords(name));
      const { stopReason } = await session.prompt(blocks, { signal });
      if (stopReason !== 'end_turn') this.#remarks.noteAfter(session.state, stopWords(stopReason));
    } catch (error) {
      // The end of the connection is reported once, elsewhere.
      if (error instanceof ConnectionError) return;
      if (error === signal.reason) {
        this.#remarks.noteAfter(session.state, stopWords('cancelled'));
        return;
      }
      const lead = '✗ The turn ended with an error';
      const isRefusal = error instanceof RpcError;
      const words = isRefusal ? turnErrorWords(lead, error, await this.#link.caseAfterAnswer()) : `${lead}: ${error}`;
      this.#remarks.noteAfter(session.state, words, tone.red);
    } finally {
      this.#state = 'idle';
      this.#remarks.ended();
    }
    this.#next();
  }

  #next(): void {
    const text = this.#waiting.shift();
    if (text !== undefined) this.submit(text);
  }
}
