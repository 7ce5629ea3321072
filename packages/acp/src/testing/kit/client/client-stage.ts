import type { Dialect } from '../../../protocol/dialects.ts';
import type { JsonObject } from '../../../protocol/reading/guard.ts';
import { LentTransport } from '../lent-transport.ts';
import { needing } from '../needing.ts';
import { whenSilent } from '../patience.ts';
import { PeerLine } from '../peer-line.ts';
import type { PeerPool } from '../peer-pool.ts';
import type { PeerExit } from '../started-peer.ts';
import { fail, Judgement, type SeenFrame, skip } from '../verdict.ts';
import { ClientLine, type OpenedSession } from './client-line.ts';
import type { AgentOffers } from './client-words.ts';
import { isStillPrompted, OpenClient, type PromptedClient } from './open-client.ts';
import type { SceneName, StartClient, StartedClient } from './started-client.ts';
import type { ClientSurvey } from './survey.ts';

/** What a check of a client works with. */
interface ClientStageOptions {
  readonly start: StartClient;
  readonly dialect: Dialect;
  /** For how long the client may be silent while something is waited for, in milliseconds. */
  readonly patience: number;
  /** Whether something drives the client: a script, or the client itself. */
  readonly isDriven: boolean;
  readonly scene: SceneName;
  /** Returns the states that the client makes of the cases of the kit, by their names. */
  readonly folded?: (() => Promise<JsonObject>) | undefined;
  /** Ends the client at once. */
  readonly signal?: AbortSignal | undefined;
  /** Clients that other checks have left in the middle of their turn; without it a client is started each time. */
  readonly pool?: PeerPool<OpenClient> | undefined;
}

/** How the agent of a conversation differs from a right one with nothing to offer. */
interface StartStageOptions extends AgentOffers {
  /** Is called with each connection before anything is read from it. */
  readonly prepare?: (client: ClientLine) => void;
}

/** The stage of one check of a client in one dialect; whatever was started is ended with it. */
export class ClientStage {
  readonly dialect: Dialect;
  readonly patience: number;
  readonly scene: SceneName;
  readonly #options: ClientStageOptions;
  readonly #clients: ClientLine[] = [];
  #survey: ClientSurvey | undefined;
  #started: StartedClient | undefined;
  readonly #connections = new Map<PeerLine, LentTransport>();
  #isUsed = false;
  #open: { readonly shared: OpenClient; readonly prompted: PromptedClient } | undefined;
  #isAtRest = false;
  readonly #files: string[] = [];
  #exit: PeerExit | undefined;
  #isClosing = false;
  #heard = 0;
  #wake = () => {};
  readonly #onAbort = () => void this.close();

  constructor(options: ClientStageOptions, survey?: ClientSurvey) {
    this.#options = options;
    this.#survey = survey;
    this.dialect = options.dialect;
    this.patience = options.patience;
    this.scene = options.scene;
    options.signal?.addEventListener('abort', this.#onAbort);
  }

  /** Every connection of this conversation, oldest first. */
  get lines(): readonly PeerLine[] {
    const own = this.#clients.map(({ line }) => line);
    // A check that only looks at what the client did in the first conversation shows that.
    return own.length > 0 || this.#survey === undefined ? own : this.#survey.lines;
  }

  /** How the client has ended, once it has. */
  get exit(): PeerExit | undefined {
    return this.#exit;
  }

  /** What the client did in an ordinary conversation. */
  get survey(): ClientSurvey {
    return this.#survey ?? skip('nothing is known of the client yet');
  }

  /** The client that was started. */
  get started(): StartedClient {
    return this.#started ?? skip('the client was not started');
  }

  /** Skips the check unless something makes the client do what its scene says. */
  needScript(): void {
    if (!this.#options.isDriven)
      skip(`needs an action of the client: a script for the scene "${this.scene}" (--script)`);
  }

  /** Returns the states that the client makes of the cases of the kit, by their names; the check is skipped if it cannot tell. */
  async folded(): Promise<JsonObject> {
    return (await this.#options.folded?.()) ?? skip('needs what shows the state of the client (--state)');
  }

  /** Starts the client, and plays its agent. */
  async start({ prepare, ...offers }: StartStageOptions = {}): Promise<void> {
    const started = await this.#start();
    this.#watch(started);
    void this.#greet(started, (line) => {
      const client = new ClientLine(line, this.dialect, offers);
      prepare?.(client);
      this.#clients.push(client);
      this.#heard += 1;
      this.#wake();
    });
    if (this.#options.signal?.aborted === true) await this.close();
  }

  /** Waits for a connection of the client, by its number from 0. The check fails if the client ends or falls silent before. */
  async connected(number = 0): Promise<ClientLine> {
    const silence = new AbortController();
    const stop = whenSilent(
      this.patience,
      () => this.#heard,
      () => {
        silence.abort();
        this.#wake();
      },
    );
    try {
      for (;;) {
        const client = this.#clients[number];
        if (client !== undefined) return client;
        if (this.#exit !== undefined)
          fail(`the client ended (${exitWords(this.#exit)}) without starting its agent${again(number)}`);
        if (silence.signal.aborted)
          fail(`the client did not start its agent${again(number)} within ${this.patience / 1_000} s`);
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      stop();
    }
  }

  /** Waits until the client has opened a session. A client may give up a connection in the handshake and try another one. */
  async opened(): Promise<OpenedSession & { readonly client: ClientLine }> {
    for (let number = 0; ; number += 1) {
      const client = await this.connected(number);
      try {
        return { client, ...(await client.opened()) };
      } catch (error) {
        if (!(error instanceof Judgement) || !client.line.isOver) throw error;
        // A client that has ended, or that has no other agent, is done.
        if (!(await this.#comesAgain(number + 1))) throw error;
      }
    }
  }

  /** Whether the client of this stage was used by other checks before. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Returns a client that waits for the end of its turn: one that was left by another check, or a new one. Skips the check if the client is known to send no prompt. */
  async prompted(): Promise<PromptedClient> {
    if (this.#survey?.didPrompt === false) skip(this.#survey.whyNoPrompt);
    const left = this.scene === 'prompt' ? this.#options.pool?.take(this.dialect) : undefined;
    if (left === undefined) return this.#newlyPrompted();
    this.#isUsed = true;
    this.#watch(left.started);
    const prompted = left.prompted(this.dialect, this.patience);
    this.#clients.push(prompted.client);
    this.#open = { shared: left, prompted };
    return prompted;
  }

  /** Returns a path below a directory at which no file is; what the client writes there is removed with the stage. */
  newFile(directory: string): string {
    const path = `${directory}/emend-check-${Math.random().toString(36).slice(2, 10)}.txt`;
    this.#files.push(path);
    return path;
  }

  /** Is called when a check has passed: finds out whether the next one can use its client. */
  async rest(): Promise<void> {
    const isKept = this.#options.pool !== undefined && this.#survey?.answersUnknown === true;
    if (isKept && this.#open !== undefined) this.#isAtRest = await isStillPrompted(this.#open.prompted);
  }

  /** Checks that the client still answers after it was sent something; `what` says what. */
  async alive({ line }: ClientLine, what: string, ...frames: readonly SeenFrame[]): Promise<void> {
    if (this.#survey?.answersUnknown === false) skip('needs requests.unknown-method, which fails');
    try {
      await line.fence();
    } catch (error) {
      if (!(error instanceof Judgement)) throw error;
      const how = line.isOver ? 'ended the connection' : `answers no more (${error.message})`;
      fail(`after ${what} the client ${how}${await this.#lastWords()}`, ...frames.slice(0, 8));
    }
  }

  /** Checks that the client is alive, or has ended as it does when all is well. */
  async aliveOrDone(client: ClientLine, what: string, ...frames: readonly SeenFrame[]): Promise<void> {
    const expected = this.#survey?.exit;
    try {
      await this.alive(client, what, ...frames);
    } catch (error) {
      if (!(error instanceof Judgement) || error.verdict !== 'fail') throw error;
      if (!client.line.isOver || expected === undefined) throw error;
      const exit = await this.ended();
      if (exit === undefined || exit.code === expected.code) return;
      fail(`after ${what} the client ended (${exitWords(exit)})${await this.#lastWords()}`, ...frames.slice(0, 8));
    }
  }

  /** Waits for the end of the client; `undefined` if it does not end within the patience of the check, or the time given. */
  async ended(milliseconds = this.patience): Promise<PeerExit | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), milliseconds);
    });
    const exit = await Promise.race([this.started.exited, late]);
    clearTimeout(timer);
    return exit;
  }

  /** Ends the client and every connection to it, or leaves them to the next check. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    const open = this.#open;
    for (const path of this.#files.splice(0)) await this.#started?.removeFile?.(path);
    if (this.#isAtRest && open !== undefined && this.#options.signal?.aborted !== true) {
      this.#isAtRest = false;
      open.shared.takeBack();
      this.#options.pool?.giveBack(this.dialect, open.shared);
      return;
    }
    await this.#started?.end();
    await Promise.all(this.#clients.map(({ line }) => line.close()));
  }

  async #newlyPrompted(): Promise<PromptedClient> {
    await this.start();
    const prompted = await needing('prompt.sent', async () => {
      const opened = await this.opened();
      const prompt = await opened.client.request('session/prompt');
      opened.client.begin(prompt);
      return { ...opened, prompt };
    });
    const connection = this.#connections.get(prompted.client.line);
    if (this.scene === 'prompt' && connection !== undefined)
      this.#open = { prompted, shared: new OpenClient(this.started, connection, prompted) };
    return prompted;
  }

  #watch(started: StartedClient): void {
    this.#started = started;
    void started.exited.then((exit) => {
      this.#exit = exit;
      this.#wake();
    });
  }

  async #start(): Promise<StartedClient> {
    try {
      return await this.#options.start({ scene: this.scene });
    } catch (error) {
      return fail(`the client could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #greet(started: StartedClient, onLine: (line: PeerLine) => void): Promise<void> {
    for await (const peer of started.agents) {
      if (this.#isClosing) {
        await peer.transport.close();
        continue;
      }
      const connection = new LentTransport(peer.transport);
      const line = new PeerLine({ ...peer, transport: connection.lend() }, { plays: 'agent', patience: this.patience });
      this.#connections.set(line, connection);
      onLine(line);
    }
  }

  /** Returns whether the client connects once more, unless it ends. */
  async #comesAgain(number: number): Promise<boolean> {
    try {
      await this.connected(number);
      return true;
    } catch (error) {
      if (error instanceof Judgement) return false;
      throw error;
    }
  }

  async #lastWords(): Promise<string> {
    // What a program says when it fails comes a little after its connection has ended.
    await this.ended(1_000);
    const words = this.#started?.lastWords?.().trim() ?? '';
    return words === '' ? '' : `; its standard error ends with: ${words.slice(-500)}`;
  }
}

/** Says how a process has ended. */
export function exitWords({ code, signal }: PeerExit): string {
  return signal === undefined ? `code ${code}` : `by ${signal}`;
}

function again(number: number): string {
  return number === 0 ? '' : ' once more';
}
