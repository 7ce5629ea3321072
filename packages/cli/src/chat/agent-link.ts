import { setImmediate as turnOfLoop } from 'node:timers/promises';
import {
  type Client,
  type ClientEvent,
  type ClientOptions,
  type ClientSession,
  connect,
  type Transport,
  tap,
} from '@emend/acp';
import { AgentStarter } from '@emend/acp/node';
import { Problem } from '../output/problem.ts';
import { readVersion } from '../version.ts';
import { type AgentCase, agentProblem, SilentAgentError } from './agent-problem.ts';
import type { ChatOptions } from './chat-options.ts';
import { largestSession, sessionSize } from './session-size.ts';

/** A line longer than this is reported instead of read. */
const longestLine = 32 * 1024 * 1024;

/** How much text may arrive before the size of what is kept is looked at again. */
const sizeStep = 16 * 1024 * 1024;

/** How much of a session is kept, so that an agent without end cannot exhaust memory. */
const sessionLimits = { entries: 20_000, items: 250_000, rawLength: 1_000_000, diagnostics: 1_000 };

/** Some v1 agents send history behind their answer to a load; it is complete when nothing has come for so many milliseconds. */
const settle = { quiet: 300 };

/** The most sessions that are looked through for the latest one. */
const mostSessions = 100_000;

/** An update that cannot be read, or only in parts. */
type MalformedUpdate = Extract<ClientEvent, { readonly type: 'malformed-update' | 'repaired-update' }>;

/** What a chat is told while it runs. */
export interface LinkListener extends Pick<ClientOptions, 'requestPermission' | 'onUpdate'> {
  /** The agent sent an update that is malformed: wholly, and then it was skipped, or in parts. */
  readonly onMalformed?: (event: MalformedUpdate) => void;
  /** The agent wrote something that is no message. */
  readonly onNoise?: (text: string) => void;
}

/** An agent that runs, and the client that talks to it. */
export class AgentLink {
  readonly #options: ChatOptions;
  readonly #command: readonly string[];
  #starter: AgentStarter | undefined;
  #client: Client | undefined;
  #noise: string | undefined;
  #unwatched = 0;
  #isOverrun = false;
  #onSign: () => void = () => {};

  constructor(command: readonly string[], options: ChatOptions) {
    this.#command = command;
    this.#options = options;
  }

  get client(): Client {
    if (this.#client === undefined) throw new Error('the agent has not been started');
    return this.#client;
  }

  /** Starts the agent and shakes hands with it. */
  async start(listener: LinkListener): Promise<void> {
    const [command = '', ...args] = this.#command;
    const signal = AbortSignal.timeout(this.#options.timeout);
    await this.guarded(async () => {
      // In our own directory, where its command was written; --cwd is the session's.
      const starter = new AgentStarter(command, args, { signal, maxFrameBytes: longestLine });
      this.#starter = starter;
      const open = async (): Promise<Transport> => this.#watched((await starter.start()).transport);
      const connecting = connect(await open(), this.#clientOptions(listener, open));
      this.#client = await starter.startUp(connecting, signal);
    });
  }

  #watched(transport: Transport): Transport {
    return tap(transport, (direction, frame) => {
      if (direction !== 'received' || typeof frame !== 'string') return;
      this.#onSign();
      // Until hands are shaken nobody reports noise; if they never are, it may be what explains it.
      if (this.#client === undefined && !isJson(frame)) this.#noise ??= frame;
      this.#watchSize(frame.length);
    });
  }

  #clientOptions(listener: LinkListener, restart: () => Promise<Transport>): ClientOptions {
    const { login } = this.#options;
    return {
      info: { name: 'emend', title: 'Emend', version: readVersion() },
      reading: 'lenient',
      sessionLimits,
      ...(listener.requestPermission === undefined ? {} : { requestPermission: listener.requestPermission }),
      ...(listener.onUpdate === undefined ? {} : { onUpdate: listener.onUpdate }),
      ...(login === undefined
        ? {}
        : { chooseAuthMethod: (methods) => methods.find(({ id }) => login === true || id === login) }),
      onEvent: (event) => {
        if (event.type === 'noise') this.#onNoise(event.text, listener);
        else if (event.type === 'broken-frame') this.#onNoise(`a line of ${event.frame.size} bytes`, listener);
        else if (event.type === 'malformed-update' || event.type === 'repaired-update') listener.onMalformed?.(event);
      },
      bridge: { restart },
    };
  }

  #onNoise(text: string, listener: LinkListener): void {
    this.#noise ??= text;
    listener.onNoise?.(text);
  }

  /** Gives an agent up that has sent more than can be kept; asked rarely, since the answer takes a look at everything. */
  #watchSize(length: number): void {
    this.#unwatched += length;
    if (this.#unwatched < sizeStep) return;
    this.#unwatched = 0;
    let size = 0;
    for (const { state } of this.#client?.sessions.values() ?? []) size += sessionSize(state);
    if (size < largestSession) return;
    this.#isOverrun = true;
    void this.close();
  }

  /** Opens the session that was asked for: a new one, or an earlier one with its history where the agent can tell it. */
  openSession(): Promise<ClientSession> {
    return this.guarded(() => this.#unlessSilent(this.#open()));
  }

  async #open(): Promise<ClientSession> {
    const { cwd, addDir, mcp, resume, set } = this.#options;
    const roots = { cwd, additionalDirectories: addDir, mcpServers: mcp };
    const sessionId = resume === true ? await this.#latest() : resume;
    const canLoad = (this.client.agent.capabilities?.session?.load ?? undefined) !== undefined;
    const session =
      sessionId === undefined
        ? await this.client.newSession(roots)
        : await (canLoad
            ? this.client.loadSession({ ...roots, sessionId, settle })
            : this.client.resumeSession({ ...roots, sessionId }));
    for (const { id, value } of set) await session.setConfigOption(id, value);
    return session;
  }

  /** Gives work up when nothing at all has come from the agent for as long as it may take to start; a login takes its time. */
  async #unlessSilent<T>(work: Promise<T>): Promise<T> {
    const { timeout, login } = this.#options;
    if (login !== undefined) return work;
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new SilentAgentError()), timeout);
      this.#onSign = () => timer?.refresh();
    });
    try {
      return await Promise.race([work, silence]);
    } finally {
      clearTimeout(timer);
      this.#onSign = () => {};
    }
  }

  async #latest(): Promise<string> {
    let newest: { readonly sessionId: string; readonly time: number } | undefined;
    let count = 0;
    for await (const { sessionId, updatedAt } of this.client.allSessions({ cwd: this.#options.cwd })) {
      // Times may be given in several zones; a session without one is older than all others.
      const parsed = Date.parse(updatedAt ?? '');
      const time = Number.isNaN(parsed) ? Number.NEGATIVE_INFINITY : parsed;
      if (newest === undefined || time > newest.time) newest = { sessionId, time };
      count += 1;
      if (count === mostSessions)
        throw new Problem(
          `the agent lists more than ${mostSessions} sessions; name the one to go on with: --resume ID`,
        );
    }
    if (newest === undefined)
      throw new Problem(`the agent knows no session of ${this.#options.cwd}; --list shows those it knows`);
    return newest.sessionId;
  }

  /** Runs something without which there is nothing to do; a failure comes out at once, as a problem in words. */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw agentProblem(error, await this.caseAfterAnswer());
    }
  }

  /** What is known of the agent now. */
  case(): AgentCase {
    return {
      command: this.#command,
      timeout: this.#options.timeout,
      authMethods: this.#client?.agent.authMethods ?? [],
      stderrTail: this.#starter?.process?.stderrTail ?? '',
      noise: this.#noise,
      isOverrun: this.#isOverrun,
    };
  }

  /** What is known of the agent once all is read that it printed before its last answer: that came through another pipe. */
  async caseAfterAnswer(): Promise<AgentCase> {
    // Between two turns of the loop every pipe that has something is read.
    for (let turn = 0; turn < 2; turn += 1) await turnOfLoop();
    return this.case();
  }

  /** Ends the agent with everything it started. */
  async close(): Promise<void> {
    await this.#client?.close();
    await this.#starter?.process?.close();
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
