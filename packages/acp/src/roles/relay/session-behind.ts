import { WideJune } from '../../bridge/edges.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { PromptResponse } from '../../protocol/june/generated/prompt.ts';
import type { ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import type { NewSessionRequest } from '../../protocol/june/generated/session-setup.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { SessionUpdate as NovemberUpdate } from '../../protocol/november/generated/session-update.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import type { OutgoingConfigOption } from '../agent/config-switch.ts';
import type { ConfigAnswer, SessionSetup } from '../agent/definition.ts';
import type { AgentSession } from '../agent/session.ts';
import type { Turn } from '../agent/turn.ts';
import { type ClientSession, controlOf } from '../client/session.ts';
import type { MetaCallOptions } from '../client/typed-peer.ts';
import type { AgentBehind, ConnectBehind } from './agent-behind.ts';
import { AskedPages } from './asked-pages.ts';
import { chooseAgain } from './chosen-options.ts';
import { EchoFilter } from './echo-filter.ts';
import { newIdPrefix } from './id-prefix.ts';
import { inTime } from './in-time.ts';
import { LineBehind, type OpenLine } from './line-behind.ts';
import { passNotification, passRequest, renamed } from './other-messages.ts';
import { askForElicitation, askForPermission } from './questions.ts';
import { refusalOfOther, refusalOfSession, refusalToRestore } from './refusal-behind.ts';
import { TurnBehind } from './turn-behind.ts';

/** Where the log keeps the id of the session of the agent behind: in the `_meta` of the session. */
const behindKey = 'emend/behind';

const stillBusy =
  'The agent still works on a turn that was cancelled, and if it was ended, this session would be lost to it. Try again later, or go on in a new session.';

/** How long an agent behind is waited for, in milliseconds. */
interface TimesBehind {
  /** How long it is kept without clients and work. */
  readonly idle: number;
  /** How long it may take to end a cancelled turn, and to delete the session. */
  readonly cancelPatience: number;
}

/** The session of the agent behind, for one session of the agent in front. It is opened when it is needed. */
export class SessionBehind {
  /** The front of the session, which may change when a client takes it over. */
  session: AgentSession;
  readonly #connect: ConnectBehind;
  readonly #times: TimesBehind;
  readonly #onIdle: () => void;
  #line: LineBehind | undefined;
  /** The turn that the agent works on. It may be over for clients, if it was cancelled. */
  #turn: Turn | undefined;
  #work: TurnBehind<PromptResponse> | undefined;
  /** Settles when no turn runs at the agent. A client that takes the session over does not wait for that. */
  #running: Promise<unknown> = Promise.resolve();
  /** The prompts that wait for that; each can be refused. */
  readonly #waiting = new Set<AbortController>();
  /** What the client that has opened the session says beyond the protocol. */
  #meta: Meta | undefined;
  #echo = new EchoFilter();
  /** The line on which the agent behind repeats what the log has. */
  #restoring: LineBehind | undefined;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onIdle` is called when it has been without clients and work for a while, and its connection has been ended. */
  constructor(session: AgentSession, connect: ConnectBehind, times: TimesBehind, onIdle: () => void) {
    this.session = session;
    this.#connect = connect;
    this.#times = times;
    this.#onIdle = onIdle;
    this.#endWhenIdle();
  }

  /** Starts a session of the agent behind. */
  async begin(request: NewSessionRequest, signal: AbortSignal): Promise<SessionSetup> {
    const { cwd, additionalDirectories = [], mcpServers = [] } = request;
    this.openedWith(request._meta);
    const line = this.#open((client) =>
      client.newSession(present({ cwd, additionalDirectories, mcpServers, _meta: this.#meta, signal })),
    );
    const { session } = await refusing(unlessAborted(line.opened, [signal]));
    this.#remember(session.id);
    const { configOptions } = session.state;
    // Commands are told by an update.
    const { sessionId: _, configOptions: __, availableCommands: ___, ...rest } = session.setup;
    const options = configOptions.length > 0 ? (configOptions as readonly OutgoingConfigOption[]) : undefined;
    return { ...rest, ...present({ configOptions: options }) } as SessionSetup;
  }

  /** Remembers the `_meta` of the request that has opened the session, for the next agent that takes it up. */
  openedWith(meta: Meta | null | undefined): void {
    const own = Object.entries(meta ?? {}).filter(([key]) => !key.startsWith('emend/'));
    this.#meta = own.length > 0 ? Object.fromEntries(own) : undefined;
  }

  /** Runs a turn, after the one before it has ended at the agent. One that was cancelled does not last longer than the agent may take to end it. */
  async run(turn: Turn): Promise<PromptResponse> {
    clearTimeout(this.#timer);
    const before = this.#running;
    const running = this.#runAfter(before, turn);
    // Without the results, each of which would hold those before it.
    this.#running = Promise.allSettled([before, running]).then(() => this.#work?.ended);
    try {
      return await running;
    } finally {
      this.#endWhenIdle();
    }
  }

  async #runAfter(before: Promise<unknown>, turn: Turn): Promise<PromptResponse> {
    await this.#free(before, turn.signal);
    const { session, closed } = await refusing(this.#reopened(turn.signal));
    this.#turn = turn;
    this.#echo = new EchoFilter();
    const call = { signal: turn.signal, giveUp: closed, _meta: turn.request._meta ?? undefined };
    const answer = session.prompt(turn.prompt, present(call));
    const work = new TurnBehind(answer, turn.signal, this.#times.cancelPatience, () => this.#endLate());
    this.#work = work;
    void work.ended.then(() => {
      if (this.#turn === turn) this.#turn = undefined;
    });
    return refusing(work.answer, (error) => refusalOfSession(error, this.#ids(session)));
  }

  /** Waits until the agent works on no turn. */
  async #free(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    this.#waiting.add(waiting);
    try {
      this.#endLate();
      await unlessAborted(before, [signal, waiting.signal]);
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  /** Ends an agent that a prompt has waited for long enough, so that another one takes up the session; or refuses the prompt if none could. */
  #endLate(): void {
    if (this.#waiting.size === 0 || this.#work?.isLate !== true) return;
    if (this.#line?.open === undefined || canTakeUp(this.#line.open.client)) void this.#end();
    else for (const waiting of this.#waiting) waiting.abort(new RpcError(errorCodes.internalError, stillBusy));
  }

  /** Sets an option. */
  async setConfigOption(configId: string, value: string | boolean, call: MetaCallOptions): Promise<ConfigAnswer> {
    const { session } = await refusing(this.#reopened(call.signal));
    const answer = await refusing(controlOf(session).configure(configId, value, call), (error) =>
      refusalOfSession(error, this.#ids(session)),
    );
    return answer as ConfigAnswer;
  }

  /** Sends the agent behind a request or a notification that this library does not know. */
  async pass(
    type: 'request' | 'notification',
    method: string,
    params: unknown,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const { client, session } = await refusing(this.#reopened(signal));
    const named = renamed(params, session.id);
    if (type === 'notification') return client.notify(method, named);
    return refusing(client.request(method, named, { signal }), (error) => refusalOfOther(error, this.#ids(session)));
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  /** Deletes the session of the agent behind if it can do that, and ends the connection. */
  async delete(): Promise<void> {
    const open = this.#line?.open;
    if (open !== undefined && has(open.client.agent.capabilities?.session?.delete))
      await inTime(open.client.deleteSession(open.session.id), this.#times.cancelPatience);
    await this.close();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    const line = this.#line;
    this.#line = undefined;
    await line?.close(this.#work?.isRunning === true ? 'stuck' : 'free');
  }

  /** Ends an agent that nobody needs. The next prompt starts it again. */
  #endWhenIdle(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.session.isBusy || this.session.isAttended) this.#endWhenIdle();
      else {
        this.#onIdle();
        void this.#end();
      }
    }, this.#times.idle);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Returns the connection; opens it, and the earlier session on it, if there is none. The signal ends the waiting, and not the opening. */
  async #reopened(signal: AbortSignal | undefined): Promise<OpenLine> {
    if (this.#isClosed) throw new RpcError(errorCodes.internalError, 'The session was closed.');
    this.#line ??= this.#open((client, line) => this.#restore(client, line));
    return unlessAborted(this.#line.opened, signal === undefined ? [] : [signal]);
  }

  /** Takes up the session that the agent behind had before. What it repeats is in the log. */
  async #restore(client: AgentBehind, line: LineBehind): Promise<ClientSession> {
    const sessionId = this.#remembered();
    const { cwd, additionalDirectories, mcpServers } = this.session;
    const roots = { cwd, additionalDirectories, mcpServers };
    const request = present({ ...roots, _meta: this.#meta, signal: line.signal });
    if (sessionId === undefined || !canTakeUp(client)) {
      const why = 'The agent of this session has ended, and it cannot take up an earlier session.';
      throw new RpcError(errorCodes.internalError, why);
    }
    this.#restoring = line;
    try {
      const session = await (has(client.agent.capabilities?.session?.resume)
        ? client.resumeSession({ ...request, sessionId })
        : client.loadSession({ ...request, sessionId, settle: { quiet: 300, atMost: 5_000 } }));
      await chooseAgain(session, this.session.options, line.signal);
      this.#tellOptions(session);
      return session;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw refusalToRestore(error, this.#ids({ id: sessionId }));
    } finally {
      if (this.#restoring === line) this.#restoring = undefined;
    }
  }

  /** Tells clients the options that the session has now, if they have others. */
  #tellOptions({ state: { configOptions } }: ClientSession): void {
    if (configOptions.length === 0 || JSON.stringify(configOptions) === JSON.stringify(this.session.options)) return;
    void this.session.update({ sessionUpdate: 'config_option_update', configOptions });
  }

  #open(start: (client: AgentBehind, line: LineBehind) => Promise<ClientSession>): LineBehind {
    const line = new LineBehind({ connect: (opening) => this.#connectTo(opening), start });
    this.#line = line;
    // Nobody may ever prompt.
    this.#endWhenIdle();
    const forget = (): void => {
      if (this.#line === line) this.#line = undefined;
    };
    line.opened.then(({ client }) => client.closed.then(forget), forget);
    return line;
  }

  async #connectTo(line: LineBehind): Promise<AgentBehind> {
    const wide = new WideJune(this.session.id);
    const asked = { turn: () => this.#turn, session: () => this.session };
    const pages = new AskedPages();
    const client = await this.#connect(
      {
        signal: line.signal,
        onUpdate: (update) => {
          // Agents of this library write June; what a November agent says is turned into that.
          const updates = client.dialect === 'november' ? wide.update(update as NovemberUpdate) : [update];
          // What the agent repeats is in the log, and the session may have another agent by now.
          if (this.#restoring === line || line.signal.aborted) return;
          for (const each of updates) this.#pass(each);
        },
        unknownSessions: 'adopt',
        idPrefix: newIdPrefix(),
        whenAgentEnds: 'cancel',
        otherRequest: (params, { method, signal }) =>
          refusing(passRequest({ session: this.session, turn: this.#turn }, method, params, signal)),
        otherNotification: (params, { method }) => passNotification(this.session, method, params),
        onEvent: (event) => {
          if (event.type === 'unknown-session' || event.type === 'handler-failed') this.session.link.report(event);
        },
        requestPermission: (request, { signal }) => askForPermission(asked, request, signal),
        elicitation: {
          form: (request, { signal }) => askForElicitation(asked, request, signal),
          url: (request, { signal }) =>
            pages.ask(request.elicitationId, signal, (until) => askForElicitation(asked, request, until)),
          onComplete: (elicitationId) => {
            if (pages.complete(elicitationId))
              passNotification(this.session, 'elicitation/complete', { elicitationId });
          },
        },
      },
      { cwd: this.session.cwd, earlier: this.#remembered() },
    );
    return client;
  }

  /** Passes on what the agent behind tells. */
  #pass(received: ReceivedSessionUpdate): void {
    if (isOfConnection(received)) return;
    if (this.#turn !== undefined && this.#echo.isEcho(received)) return;
    const update = this.#withMemory(received as SessionUpdate);
    void (this.#turn ?? this.session).update(update);
  }

  /** Keeps the id of the session behind where the log keeps it, without telling clients more than they are told anyway. */
  #remember(sessionId: string): void {
    const update = { sessionUpdate: 'session_info_update' as const, _meta: { [behindKey]: sessionId } };
    this.session.record({ type: 'update', update });
  }

  #ids({ id }: { readonly id: string }): { readonly behind: string; readonly known: string } {
    return { behind: id, known: this.session.id };
  }

  #remembered(): string | undefined {
    const id = this.session.history?.info?._meta?.[behindKey];
    return typeof id === 'string' ? id : undefined;
  }

  /** An agent that replaces the `_meta` of its session must not take away what is kept there. */
  #withMemory(update: SessionUpdate): SessionUpdate {
    if (update.sessionUpdate !== 'session_info_update' || update._meta === undefined) return update;
    return { ...update, _meta: { ...(update._meta as object | null), [behindKey]: this.#remembered() } };
  }
}

/** Returns whether an agent can open an earlier session. */
function canTakeUp({ agent }: AgentBehind): boolean {
  const { load, resume } = agent.capabilities?.session ?? {};
  return has(load) || has(resume);
}

/** What an agent is doing is told by the agent in front, whose turns it runs. */
function isOfConnection({ sessionUpdate }: ReceivedSessionUpdate): boolean {
  return sessionUpdate === 'state_update';
}

/** Makes a failure of the agent behind the answer of the agent in front; `refusal` returns the error for one that was answered. */
async function refusing<T>(work: Promise<T>, refusal = asAnswered): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RpcError) throw refusal(error);
    if (!(error instanceof Error) || error.name === 'AbortError') throw error;
    throw new RpcError(errorCodes.internalError, `The agent failed: ${error.message}`);
  }
}

/** The method of the request that was refused is that of the agent in front. */
function asAnswered({ code, message, data }: RpcError): RpcError {
  return new RpcError(code, message, data);
}

function has(capability: object | null | undefined): boolean {
  return capability !== undefined && capability !== null;
}
