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
import { present } from '@emend/acp/protocol';
import type { RemoteState } from '@emend/acp/remote';
import { Problem } from '../output/problem.ts';
import { openRemote, type RemoteTarget } from '../remote/remote-target.ts';
import { readVersion } from '../version.ts';
import {
  type AgentCase,
  agentProblem,
  lostWords,
  openAgainWords,
  refusedWords,
  SilentAgentError,
  unopenedWords,
} from './agent-problem.ts';
import type { ChatOptions } from './chat-options.ts';
import { largestSession, sessionSize } from './session-size.ts';
import { writtenValue } from './switch-option.ts';

/** Longest line that is read; a longer one is reported. */
const longestLine = 32 * 1024 * 1024;

/** How much text may arrive before the size of the session is measured again. */
const sizeStep = 16 * 1024 * 1024;

/** Limits of a session, so that an endless agent cannot exhaust memory. */
const sessionLimits = { entries: 20_000, items: 250_000, rawLength: 1_000_000, diagnostics: 1_000 };

/** Some v1 agents send history after they have answered a load. It counts as complete after this many quiet milliseconds. */
const settle = { quiet: 300 };

/** Maximum number of lines reported that the agent printed before the handshake. */
const mostEarlyNoise = 100;

/** Maximum number of sessions searched for the latest one. */
const mostSessions = 100_000;

/** Event for an update that cannot be read, or only in part. */
type MalformedUpdate = Extract<ClientEvent, { readonly type: 'malformed-update' | 'repaired-update' }>;

/** Event for a connection that was lost and is there again. */
type Reconnected = Extract<ClientEvent, { readonly type: 'reconnected' }>;

/** A permission request that rules have decided. */
export type Decided = Extract<ClientEvent, { readonly type: 'permission-decided' }>;

/** Callbacks of a chat. */
export interface LinkListener extends Pick<ClientOptions, 'requestPermission' | 'elicitation' | 'onUpdate'> {
  /** Called for a malformed update: one that was skipped, or one of which parts were. */
  readonly onMalformed?: (event: MalformedUpdate) => void;
  /** Called for output of the agent that is not a message. */
  readonly onNoise?: (text: string) => void;
  /** Called when the rules of `--permissions FILE` have answered a permission request. */
  readonly onDecided?: (decided: Decided) => void;
  /** Called when the agent was reached again, but no longer has the session, with what to say. */
  readonly onLost?: (words: string) => void;
  /** Called with what to say when the agent was reached again and cannot open the session now, and when that is over. */
  readonly onRestoring?: (words: string) => void;
  /** Called when the connection to a remote agent changes. */
  readonly onConnection?: (state: RemoteState) => void;
}

/** A running or remote agent and the client connected to it. */
export class AgentLink {
  readonly #options: ChatOptions;
  readonly #target: readonly string[] | RemoteTarget;
  #starter: AgentStarter | undefined;
  #client: Client | undefined;
  #noise: string | undefined;
  /** What was printed before the handshake; if that fails, the problem names only the first of it. */
  readonly #earlyNoise: string[] = [];
  /** What to say of sessions that are lost. */
  readonly #lost = new Map<string, string>();
  /** The sessions that cannot be opened now. */
  readonly #restoring = new Set<string>();
  #unwatched = 0;
  #isOverrun = false;
  #onSign: () => void = () => {};

  /** Takes the command line of an agent, or where a remote one is. */
  constructor(target: readonly string[] | RemoteTarget, options: ChatOptions) {
    this.#target = target;
    this.#options = options;
  }

  /** Where the agent is, if it is a remote one. */
  get remote(): RemoteTarget | undefined {
    return 'url' in this.#target ? this.#target : undefined;
  }

  get client(): Client {
    if (this.#client === undefined) throw new Error('the agent has not been started');
    return this.#client;
  }

  /** Starts or reaches the agent and initializes the connection. */
  async start(listener: LinkListener): Promise<void> {
    await this.guarded(async () => {
      const target = this.#target;
      this.#client = await ('url' in target ? this.#reach(target, listener) : this.#launch(target, listener));
      for (const text of this.#earlyNoise.splice(0)) listener.onNoise?.(text);
    });
  }

  async #launch([command = '', ...args]: readonly string[], listener: LinkListener): Promise<Client> {
    const signal = AbortSignal.timeout(this.#options.timeout);
    // The agent runs in our own directory, since its command was written there; --cwd is for the session.
    const starter = new AgentStarter(command, args, { signal, maxFrameBytes: longestLine });
    this.#starter = starter;
    const open = async (): Promise<Transport> => this.#watched((await starter.start()).transport);
    return starter.startUp(connect(await open(), this.#clientOptions(listener, open)), signal);
  }

  async #reach(target: RemoteTarget, listener: LinkListener): Promise<Client> {
    const signal = AbortSignal.timeout(this.#options.timeout);
    const settings = present({ onState: listener.onConnection, maxFrameBytes: longestLine });
    const open = async (): Promise<Transport> => this.#watched(await openRemote(target, settings));
    try {
      return await connect(await open(), { ...this.#clientOptions(listener, open), signal });
    } catch (error) {
      throw signal.aborted ? new SilentAgentError() : error;
    }
  }

  #watched(transport: Transport): Transport {
    return tap(transport, (direction, frame) => {
      if (direction !== 'received' || typeof frame !== 'string') return;
      this.#onSign();
      this.#watchSize(frame.length);
    });
  }

  #clientOptions(listener: LinkListener, restart: () => Promise<Transport>): ClientOptions {
    const { login, permissions } = this.#options;
    return {
      info: { name: 'emend', title: 'Emend', version: readVersion() },
      reading: 'lenient',
      sessionLimits,
      ...present({
        requestPermission: listener.requestPermission,
        elicitation: listener.elicitation,
        onUpdate: listener.onUpdate,
        permissionPolicy: typeof permissions === 'object' ? permissions.decide : undefined,
        chooseAuthMethod: login === undefined ? undefined : chosenBy(login),
      }),
      onEvent: (event) => {
        if (event.type === 'noise') this.#onNoise(event.text, listener, event.problem);
        else if (event.type === 'broken-frame') this.#onNoise(`a line of ${event.frame.size} bytes`, listener);
        else if (event.type === 'malformed-update' || event.type === 'repaired-update') listener.onMalformed?.(event);
        else if (event.type === 'permission-decided' && event.decision.outcome !== undefined)
          listener.onDecided?.(event);
        else if (event.type === 'reconnected') this.#onReconnected(event, listener);
      },
      bridge: { restart },
    };
  }

  #onReconnected({ loaded, resumed, lost, restoring }: Reconnected, listener: LinkListener): void {
    for (const id of restoring) {
      // The connection may be lost several times meanwhile.
      if (!this.#restoring.has(id)) listener.onRestoring?.(refusedWords);
      this.#restoring.add(id);
    }
    for (const id of [...loaded, ...resumed]) if (this.#restoring.delete(id)) listener.onRestoring?.(openAgainWords);
    for (const id of lost) {
      const words = this.#restoring.delete(id) ? unopenedWords(id) : lostWords;
      this.#lost.set(id, words);
      listener.onLost?.(words);
    }
  }

  /** Returns what to say if the agent no longer has a session, since the connection to it was lost. */
  lossOf({ id }: ClientSession): string | undefined {
    return this.#lost.get(id);
  }

  #onNoise(text: string, listener: LinkListener, problem: 'not-json' | 'not-jsonrpc' = 'not-json'): void {
    // Before the handshake, JSON may be meant as a message; only other text explains a failure.
    if (this.#client !== undefined || problem === 'not-json') this.#noise ??= text;
    if (this.#client !== undefined) listener.onNoise?.(text);
    else if (this.#earlyNoise.length < mostEarlyNoise) this.#earlyNoise.push(text);
  }

  /** Closes the connection to an agent that has sent more than can be kept. Measuring visits everything, so it is done rarely. */
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

  /** Opens the session from the options: a new one, or an earlier one, with its history if the agent can load it. */
  openSession(): Promise<ClientSession> {
    const { resume, watch } = this.#options;
    return this.guarded(() => this.#unlessSilent(this.#open(resume ?? watch)));
  }

  /** Opens a new session in place of one that the agent no longer has. */
  replaceSession(): Promise<ClientSession> {
    return this.guarded(() => this.#unlessSilent(this.#open(undefined)));
  }

  async #open(resume: string | true | undefined): Promise<ClientSession> {
    const { cwd, addDir, mcp, set, watch } = this.#options;
    const _meta = watch === true ? { 'emend/role': 'observe' } : undefined;
    const roots = present({ cwd, additionalDirectories: addDir, mcpServers: mcp, _meta });
    const sessionId = resume === true ? await this.#latest() : resume;
    const canLoad = (this.client.agent.capabilities?.session?.load ?? undefined) !== undefined;
    const session =
      sessionId === undefined
        ? await this.client.newSession(roots)
        : await (canLoad
            ? this.client.loadSession({ ...roots, sessionId, settle })
            : this.client.resumeSession({ ...roots, sessionId }));
    for (const { id, value } of set) {
      const option = session.state.configOptions.find((each) => each.id === id);
      await session.setConfigOption(id, writtenValue(option, value));
    }
    return session;
  }

  /** Rejects when the agent has sent nothing for the start timeout. A login is not limited, since a person takes part in it. */
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
          `The agent lists more than ${mostSessions} sessions. Name the one to continue with --resume ID.`,
        );
    }
    if (newest === undefined)
      throw new Problem(
        `The agent knows no session of ${this.#options.cwd}. --list shows those it knows; --cwd names another directory.`,
      );
    return newest.sessionId;
  }

  /** Runs work that the chat cannot do without; turns its failure into a `Problem` with advice. */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw agentProblem(error, await this.caseAfterAnswer());
    }
  }

  /** Returns what is known about the agent now. */
  case(): AgentCase {
    return {
      target: this.#target,
      timeout: this.#options.timeout,
      authMethods: this.#client?.agent.authMethods ?? [],
      stderrTail: this.#starter?.process?.stderrTail ?? '',
      noise: this.#noise,
      isOverrun: this.#isOverrun,
    };
  }

  /** Returns what is known about the agent after reading what it printed before its last answer, which came through another pipe. */
  async caseAfterAnswer(): Promise<AgentCase> {
    // Between two turns of the event loop, every pipe with data is read.
    for (let turn = 0; turn < 2; turn += 1) await turnOfLoop();
    return this.case();
  }

  /** Ends the agent and every process it started. */
  async close(): Promise<void> {
    await this.#client?.close();
    await this.#starter?.process?.close();
  }
}

function chosenBy(login: string | true): NonNullable<ClientOptions['chooseAuthMethod']> {
  return (methods) => methods.find(({ id }) => login === true || id === login);
}
