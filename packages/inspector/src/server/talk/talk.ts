import { type Client, type ClientOptions, type ClientSession, isAuthenticationRequired } from '@emend/acp';
import { present } from '@emend/acp/protocol';
import type { Redact } from '@emend/acp/recording';
import type { ListedSession, TalkOrder, TalkResult, TalkSession, TalkState } from '../../api/talk.ts';
import { attachedBlocks } from './attached-blocks.ts';
import { failureWords } from './failure-words.ts';
import { loginMethods } from './login-methods.ts';
import { OpenQuestions } from './open-questions.ts';
import { sessionState } from './session-state.ts';
import { can, type TalkCapabilities, talkCapabilities } from './talk-capabilities.ts';

/** Starts or reaches the agent with these options of a client. */
export type Reach = (options: ClientOptions) => Promise<Client>;

/** Settings of a {@link Talk}. */
export interface TalkSettings {
  /** The working directory of the sessions. */
  readonly cwd: string;
  /** The version of the program, which agents are told. */
  readonly version: string;
  readonly onState: (state: TalkState) => void;
  /** Returns what to tell of a failure; undefined for the usual words. */
  readonly explain?: (error: unknown) => string | undefined;
  /** Masks secrets in what failures say. */
  readonly redact?: Redact;
}

/** What the client keeps of its sessions: the page shows those of the recording, so that it needs no history. */
const sessionLimits = { entries: 200, items: 2_000, rawLength: 1_000, terminalBytes: 1_000, diagnostics: 10 };

/** Some v1 agents send history after they have answered a load. */
const settle = { quiet: 300 };

/** The most sessions of the agent that are listed. */
const mostListed = 500;

/** What is known of an open session beside its own state. */
interface OpenSession {
  readonly session: ClientSession;
  isStopping: boolean;
  remark: string | undefined;
  /** The last state that was told of it. */
  told: TalkSession | undefined;
}

/** A client of an agent for the region "Talk": does what a person orders, and tells what can be ordered. */
export class Talk {
  readonly #settings: TalkSettings;
  readonly #sessions = new Map<string, OpenSession>();
  readonly #questions = new OpenQuestions(() => this.#tell());
  readonly #starting = new AbortController();
  readonly #started: Promise<void>;
  #client: Client | undefined;
  #capabilities: TalkCapabilities | undefined;
  #newest: string | undefined;
  #isStarting = true;
  #ended: string | undefined;
  #wantsLogin = false;
  #isTelling = false;
  #state: TalkState;

  constructor(reach: Reach, settings: TalkSettings) {
    this.#settings = settings;
    this.#state = this.#compute();
    this.#started = this.#start(reach);
  }

  /** What the page shows now. */
  get state(): TalkState {
    return this.#state;
  }

  /** Does what a person ordered; resolves when the agent has answered. Failures are told, not thrown. */
  async order(order: TalkOrder): Promise<TalkResult> {
    try {
      return await this.#do(order);
    } catch (error) {
      return { failed: this.#words(error) };
    } finally {
      this.#tell();
    }
  }

  /** Ends the connection to the agent. */
  async close(): Promise<void> {
    this.#ended ??= 'The inspector has ended the agent.';
    this.#questions.cancelAll();
    // Before the handshake is over there is no client that could be closed.
    this.#starting.abort(new Error(this.#ended));
    await this.#client?.close();
    await this.#started;
    this.#tell();
  }

  async #start(reach: Reach): Promise<void> {
    const { version } = this.#settings;
    try {
      const client = await reach({
        info: { name: 'emend-inspect', title: 'Emend inspector', version },
        reading: 'lenient',
        signal: this.#starting.signal,
        sessionLimits,
        requestPermission: (request, context) => this.#questions.askPermission(request, context),
        elicitation: {
          form: (request, context) => this.#questions.fillIn(request, context),
          url: (request, context) => this.#questions.fillIn(request, context),
        },
        // Everything of the connection is in the recording.
        onEvent: (event) => {
          if (event.type === 'reconnected') this.#lose(event.lost);
        },
      });
      if (this.#ended !== undefined) return void (await client.close());
      this.#client = client;
      this.#capabilities = talkCapabilities(client);
      void client.closed.then((error) => this.#end(error));
      const result = await this.order({ do: 'new' });
      if ('failed' in result) this.#startFailure = result.failed;
    } catch (error) {
      this.#ended ??= this.#words(error);
    }
    this.#isStarting = false;
    this.#tell();
  }

  /** Why there is no session, if the agent refused the first one. */
  #startFailure: string | undefined;

  #end(error: unknown): void {
    this.#ended ??= this.#words(error);
    this.#questions.cancelAll();
    this.#tell();
  }

  #lose(ids: readonly string[]): void {
    for (const id of ids) this.#sessions.delete(id);
    this.#tell();
  }

  async #do(order: TalkOrder): Promise<TalkResult> {
    switch (order.do) {
      case 'new':
        return { done: 'new', session: this.#opened(await this.#agent().newSession({ cwd: this.#settings.cwd })) };
      case 'login':
        return this.#logIn(order.method);
      case 'load':
        return { done: 'load', session: this.#opened(await this.#load(order.session)) };
      case 'list':
        return { done: 'list', sessions: await this.#list() };
      case 'close':
        await this.#session(order.session).session.close();
        this.#sessions.delete(order.session);
        this.#tell();
        return { done: 'other' };
      case 'stop':
        this.#stop(this.#session(order.session));
        return { done: 'other' };
      case 'prompt':
        return this.#prompt(this.#session(order.session), order);
      case 'answer':
        this.#questions.answerPermission(order);
        return { done: 'other' };
      case 'fill':
        this.#questions.answerElicitation(order);
        return { done: 'other' };
      case 'configure':
        await this.#session(order.session).session.setConfigOption(order.option, order.value);
        return { done: 'other' };
    }
  }

  async #logIn(method: string): Promise<TalkResult> {
    await this.#agent().authenticate(method);
    this.#wantsLogin = false;
    this.#startFailure = undefined;
    for (const open of this.#sessions.values()) open.remark = undefined;
    return this.#sessions.size === 0 ? this.#do({ do: 'new' }) : { done: 'other' };
  }

  #agent(): Client {
    if (this.#ended !== undefined) throw new Error(this.#ended);
    if (this.#client === undefined) throw new Error('The agent is still being started.');
    return this.#client;
  }

  #session(id: string): OpenSession {
    this.#agent();
    const found = this.#sessions.get(id);
    if (found === undefined) throw new Error('This session is not open here. Load it first.');
    return found;
  }

  #opened(session: ClientSession): string {
    const known = this.#sessions.get(session.id);
    // A session that is loaded again may be the same object.
    if (known?.session !== session) {
      this.#sessions.set(session.id, { session, isStopping: false, remark: undefined, told: undefined });
      session.subscribe(() => this.#tell());
    }
    this.#newest = session.id;
    this.#startFailure = undefined;
    this.#tell();
    return session.id;
  }

  #load(sessionId: string): Promise<ClientSession> {
    const client = this.#agent();
    const { cwd } = this.#settings;
    return can(client, 'load')
      ? client.loadSession({ cwd, sessionId, settle })
      : client.resumeSession({ cwd, sessionId });
  }

  async #list(): Promise<ListedSession[]> {
    const listed: ListedSession[] = [];
    for await (const { sessionId, title, updatedAt } of this.#agent().allSessions()) {
      listed.push({
        id: sessionId,
        ...(typeof title === 'string' && { title }),
        ...(typeof updatedAt === 'string' && { updatedAt }),
      });
      if (listed.length === mostListed) break;
    }
    return listed;
  }

  #stop(open: OpenSession): void {
    open.isStopping = true;
    open.session.cancel();
    this.#tell();
  }

  async #prompt(open: OpenSession, order: Extract<TalkOrder, { readonly do: 'prompt' }>): Promise<TalkResult> {
    const blocks = attachedBlocks(order.text, order.files ?? [], this.#agent().agent.capabilities ?? {});
    open.remark = undefined;
    try {
      await open.session.prompt(blocks);
      return { done: 'other' };
    } catch (error) {
      const words = this.#words(error);
      open.remark = words;
      return { failed: words };
    } finally {
      this.#tell();
    }
  }

  #words(error: unknown): string {
    if (isAuthenticationRequired(error)) this.#wantsLogin = true;
    const { explain, redact } = this.#settings;
    const explained = explain?.(error);
    if (explained === undefined) return failureWords(error, redact);
    return redact?.text(explained) ?? explained;
  }

  /** Tells the state once for all that changes at a time. */
  #tell(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    setImmediate(() => {
      this.#isTelling = false;
      const next = this.#compute();
      if (isSame(this.#state, next)) return;
      this.#state = next;
      this.#settings.onState(next);
    });
  }

  #compute(): TalkState {
    const sessions: TalkSession[] = [];
    for (const open of this.#sessions.values()) {
      if (open.session.isBusy === false) open.isStopping = false;
      const { session, isStopping, remark } = open;
      open.told = sessionState({ session, isStopping, remark, questions: this.#questions.of(session.id) }, open.told);
      sessions.push(open.told);
    }
    const newest = this.#newest !== undefined && this.#sessions.has(this.#newest) ? this.#newest : sessions.at(-1)?.id;
    const info = this.#client?.info;
    return {
      ...present({
        agent: info?.title ?? info?.name ?? undefined,
        session: newest,
        ended: this.#ended,
        remark: this.#startFailure,
        login:
          this.#wantsLogin && this.#client !== undefined
            ? loginMethods(this.#client.agent.authMethods ?? [])
            : undefined,
      }),
      sessions,
      questions: this.#questions.of(undefined),
      isStarting: this.#isStarting,
      canAttach: this.#capabilities?.canAttach ?? false,
      canList: this.#capabilities?.canList ?? false,
      canLoad: this.#capabilities?.canLoad ?? false,
      canClose: this.#capabilities?.canClose ?? false,
    };
  }
}

function isSame(before: TalkState, after: TalkState): boolean {
  const { sessions, questions, ...rest } = before;
  const { sessions: sessionsAfter, questions: questionsAfter, ...restAfter } = after;
  return (
    questions === questionsAfter &&
    sessions.length === sessionsAfter.length &&
    sessions.every((session, index) => session === sessionsAfter[index]) &&
    JSON.stringify(rest) === JSON.stringify(restAfter)
  );
}
