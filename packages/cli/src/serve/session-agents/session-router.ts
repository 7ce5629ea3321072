import {
  entryTexts,
  errorText,
  kindOf,
  type NotificationMessage,
  notificationText,
  type RequestMessage,
  type ResponseMessage,
  RpcError,
  resultText,
  rpcErrorCodes,
} from '@emend/acp/jsonrpc';
import { isObject } from '@emend/acp/protocol';
import { withValue } from '../json-members.ts';
import { idKey, memberText, withId } from './request-id.ts';
import { SessionList } from './session-list.ts';
import { type NamedSession, SessionNames } from './session-names.ts';

/** What has to be done after a message. Agents are numbered from 0. */
export type RouterStep =
  | { readonly type: 'start'; readonly agent: number }
  | { readonly type: 'to-agent'; readonly agent: number; readonly frame: string }
  | { readonly type: 'to-client'; readonly frame: string }
  /** The agent has no session any more. */
  | { readonly type: 'end'; readonly agent: number }
  /** The agent of a session has ended, so that the session is open nowhere. */
  | { readonly type: 'lost'; readonly session: string }
  /** The agent of the handshake has ended before it was over. */
  | { readonly type: 'failed' };

interface AgentState {
  /** What waits until the agent has answered the handshake; `undefined` once it has. */
  waiting: string[] | undefined;
  /** How many sessions are being opened. */
  opening: number;
}

/** A request of the client that an agent has not answered. */
interface Asked {
  readonly agent: number;
  readonly id: string;
  readonly method: string;
  readonly session: NamedSession | undefined;
  /** Whether the session had no agent, and this one has it only if it can load it. */
  readonly isLoading?: boolean;
  /** The session that is asked for, by its name. */
  readonly wanted: unknown;
  readonly list?: SessionList;
}

const opening: ReadonlySet<unknown> = new Set(['session/new', 'session/load', 'session/resume', 'session/fork']);
/** What opens the session that it names. */
const loading: ReadonlySet<unknown> = new Set(['session/load', 'session/resume']);
const closing: ReadonlySet<unknown> = new Set(['session/close', 'session/delete']);
const greetingId = '"emend-greeting"';
const sessionId = ['params', 'sessionId'] as const;

/** Routes the messages of one client to agents that each have one session, as if they were one agent. */
export class SessionRouter {
  readonly #agents = new Map<number, AgentState>();
  readonly #names = new SessionNames();
  /** Requests of the client, by the key of the id that the agent has. */
  readonly #asked = new Map<string, Asked>();
  /** Requests of the agents, by the key of the id that the client has. */
  readonly #questions = new Map<string, { readonly agent: number; readonly id: string }>();
  #greeting: string | undefined;
  #isGreeted = false;
  #started = 0;
  #minted = 0;
  #steps: RouterStep[] = [];

  /** Takes a frame of the client. */
  fromClient(frame: string): readonly RouterStep[] {
    this.#each(frame, (text, message) => this.#takeFromClient(text, message));
    return this.#taken();
  }

  /** Takes a frame of an agent. */
  fromAgent(agent: number, frame: string): readonly RouterStep[] {
    this.#each(frame, (text, message) => this.#takeFromAgent(agent, text, message));
    return this.#taken();
  }

  /** An agent has ended by itself, or could not be started. Its session ends, the others stay. */
  agentEnded(agent: number, reason: string): readonly RouterStep[] {
    if (this.#agents.has(agent)) this.#lose(agent, new RpcError(rpcErrorCodes.internalError, reason));
    if (!this.#isGreeted) this.#steps.push({ type: 'failed' });
    return this.#taken();
  }

  #taken(): readonly RouterStep[] {
    return this.#steps.splice(0);
  }

  /** Entries of a batch may be for several agents, so they are taken one by one. */
  #each(frame: string, take: (text: string, message: unknown) => void): void {
    let value: unknown;
    try {
      value = JSON.parse(frame);
    } catch {
      value = undefined;
    }
    if (!Array.isArray(value)) take(frame, value);
    else for (const [index, text] of entryTexts(frame).entries()) take(text, value[index]);
  }

  #takeFromClient(text: string, message: unknown): void {
    const kind = kindOf(message);
    if (kind === 'request') this.#ask(text, message as RequestMessage);
    else if (kind === 'response') this.#answer(text);
    else if (kind === 'notification') this.#notify(text, message as NotificationMessage);
    else this.#send(this.#home(), text);
  }

  #ask(text: string, { method, params }: RequestMessage): void {
    const id = memberText(text, 'id') ?? 'null';
    const fields = isObject(params) ? params : {};
    const wanted = fields['sessionId'];
    const session = this.#names.named(wanted);
    const isGone = session !== undefined && session.agent === undefined;
    if (method === 'initialize') this.#greeting = text;
    if (method === 'session/list' && typeof fields['cursor'] !== 'string') this.#list(text, id);
    else if (isGone && method === 'session/close') {
      this.#names.release(session);
      this.#toClient(resultText(id, {}));
    } else if (isGone && !opening.has(method) && !closing.has(method))
      this.#refuse(id, 'The agent of this session has ended. Load the session again.');
    else this.#askOne(text, { id, method, session, wanted, isLoading: isGone && loading.has(method) });
  }

  #askOne(text: string, asked: Omit<Asked, 'agent'>): void {
    const { id, method, session } = asked;
    const isOpening = opening.has(method);
    const isForHome = !isOpening && !this.#isMistaken(session?.own ?? asked.wanted);
    const agent = session?.agent ?? (isForHome ? this.#home() : this.#unused());
    if (session !== undefined && asked.isLoading === true) this.#names.give(session, agent);
    if (isOpening) this.#state(agent).opening += 1;
    this.#asked.set(idKey(id), { ...asked, agent });
    this.#send(agent, session === undefined ? text : forAgent(text, session));
  }

  /** Asks all agents for their sessions. */
  #list(text: string, id: string): void {
    const home = this.#home();
    const others = [...this.#agents.keys()].filter((agent) => agent !== home && this.#names.count(agent) > 0);
    const list = new SessionList(home, others);
    const asked = { method: 'session/list', session: undefined, wanted: undefined, list };
    this.#asked.set(idKey(id), { ...asked, agent: home, id });
    this.#send(home, text);
    for (const agent of others) {
      const own = this.#mintedId();
      this.#asked.set(own, { ...asked, agent, id });
      this.#send(agent, withId(text, own));
    }
  }

  #answer(text: string): void {
    const key = idKey(memberText(text, 'id') ?? 'null');
    const question = this.#questions.get(key);
    // The agent that asked has ended, or it was answered already.
    if (question === undefined) return;
    this.#questions.delete(key);
    this.#send(question.agent, idKey(question.id) === key ? text : withId(text, question.id));
  }

  #notify(text: string, { method, params }: NotificationMessage): void {
    if (method === '$/cancel_request') {
      const asked = this.#asked.get(idKey(memberText(text, 'params', 'requestId') ?? 'null'));
      if (asked !== undefined) this.#send(asked.agent, text);
      return;
    }
    const wanted = isObject(params) ? params['sessionId'] : undefined;
    const session = this.#names.named(wanted);
    if (session === undefined) {
      if (!this.#isMistaken(wanted)) this.#send(this.#home(), text);
    } else if (session.agent !== undefined) this.#send(session.agent, forAgent(text, session));
  }

  #takeFromAgent(agent: number, text: string, message: unknown): void {
    const state = this.#agents.get(agent);
    if (state === undefined) return;
    const kind = kindOf(message);
    if (kind === 'response') this.#answered(agent, state, text, message as ResponseMessage);
    else if (kind === 'request') this.#toClient(this.#asClientReads(agent, this.#question(agent, text), message));
    else if (kind === 'notification') this.#toClient(this.#asClientReads(agent, text, message));
    else this.#toClient(text);
  }

  /** Returns a message of an agent with the name of its session. */
  #asClientReads(agent: number, text: string, message: unknown): string {
    const { method, params } = message as NotificationMessage;
    if (method === '$/cancel_request') {
      const own = idKey(memberText(text, 'params', 'requestId') ?? 'null');
      const asked = [...this.#questions].find(([, each]) => each.agent === agent && idKey(each.id) === own);
      return asked === undefined ? text : withValue(text, ['params', 'requestId'], asked[0]);
    }
    const own = isObject(params) ? params['sessionId'] : undefined;
    if (typeof own !== 'string') return text;
    const session = this.#names.claim(agent, own);
    const update = isObject(params) ? params['update'] : undefined;
    if (isObject(update) && update['sessionUpdate'] === 'state_update') session.isBusy = update['state'] !== 'idle';
    const { name } = session;
    return name === own ? text : withValue(text, sessionId, JSON.stringify(name));
  }

  /** Remembers a request of an agent, and returns it with an id that no other agent uses. */
  #question(agent: number, text: string): string {
    const id = memberText(text, 'id') ?? 'null';
    const isFree = !this.#questions.has(idKey(id));
    const shown = isFree ? id : this.#mintedId();
    this.#questions.set(idKey(shown), { agent, id });
    return isFree ? text : withId(text, shown);
  }

  #answered(agent: number, state: AgentState, text: string, response: ResponseMessage): void {
    const id = memberText(text, 'id') ?? 'null';
    const asked = this.#asked.get(idKey(id));
    if (state.waiting !== undefined && id === greetingId) this.#greeted(agent, state, response.error);
    else if (asked?.agent !== agent) this.#toClient(text);
    else {
      this.#asked.delete(idKey(id));
      if (asked.list === undefined) this.#answeredOne(asked, state, text, response);
      else this.#listed(asked, agent, withId(text, asked.id));
    }
  }

  #answeredOne(asked: Asked, state: AgentState, text: string, { result, error }: ResponseMessage): void {
    const { agent, method, session } = asked;
    const isDone = error === undefined;
    const given = isObject(result) ? result['sessionId'] : undefined;
    let shown = text;
    if (method === 'initialize' && isDone) this.#isGreeted = true;
    if (opening.has(method)) {
      state.opening -= 1;
      if (!isDone && asked.isLoading === true && session !== undefined) this.#names.take(session);
      const own = given ?? (loading.has(method) ? (session?.own ?? asked.wanted) : undefined);
      const opened = isDone && typeof own === 'string' ? this.#names.claim(agent, own) : undefined;
      if (opened !== undefined && given !== undefined && given !== opened.name)
        shown = withValue(text, ['result', 'sessionId'], JSON.stringify(opened.name));
    }
    this.#toClient(shown);
    if (closing.has(method) && isDone && session !== undefined) this.#close(session, agent);
  }

  #close(session: NamedSession, agent: number): void {
    this.#names.release(session);
    const isUnused = this.#names.count(agent) === 0 && this.#state(agent).opening === 0;
    // One agent stays for what belongs to no session.
    if (!isUnused || this.#agents.size === 1) return;
    this.#steps.push({ type: 'end', agent });
    this.#agents.delete(agent);
  }

  #listed({ list }: Asked, agent: number, text: string | undefined): void {
    const whole = list?.take(agent, text, this.#names);
    if (whole !== undefined) this.#toClient(whole);
  }

  #greeted(agent: number, state: AgentState, error: unknown): void {
    const { waiting = [] } = state;
    if (error === undefined) {
      state.waiting = undefined;
      for (const frame of waiting) this.#send(agent, frame);
    } else {
      this.#steps.push({ type: 'end', agent });
      const words = isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'Internal error';
      this.#lose(agent, new RpcError(rpcErrorCodes.internalError, `The agent refused the handshake: ${words}`));
    }
  }

  /** Answers what an agent will not answer any more. */
  #lose(agent: number, error: RpcError): void {
    this.#agents.delete(agent);
    const lost = this.#names.orphan(agent);
    for (const [key, question] of this.#questions) if (question.agent === agent) this.#questions.delete(key);
    for (const [key, asked] of this.#asked) {
      if (asked.agent !== agent) continue;
      this.#asked.delete(key);
      const answer = errorText(asked.id, error);
      if (asked.list === undefined) this.#toClient(answer);
      else this.#listed(asked, agent, key === idKey(asked.id) ? answer : undefined);
    }
    for (const session of lost) {
      // In later drafts a prompt is answered when it is accepted, so the end of its turn has to be told.
      if (session.isBusy) this.#toClient(stoppedBy(error, session.name));
      session.isBusy = false;
      this.#steps.push({ type: 'lost', session: session.name });
    }
  }

  #refuse(id: string, reason: string): void {
    this.#toClient(errorText(id, new RpcError(rpcErrorCodes.internalError, reason)));
  }

  /** Returns whether the oldest agent would take the id of a session that it does not have for one of its own, which has another name. */
  #isMistaken(own: unknown): boolean {
    return this.#names.find(this.#home(), own) !== undefined;
  }

  /** Returns the agent for what belongs to no session: the oldest one. */
  #home(): number {
    const [oldest] = this.#agents.keys();
    return oldest ?? this.#start();
  }

  /** Returns an agent without a session. */
  #unused(): number {
    for (const [agent, { opening }] of this.#agents) if (opening === 0 && this.#names.count(agent) === 0) return agent;
    return this.#start();
  }

  #start(): number {
    const agent = this.#started;
    this.#started += 1;
    this.#steps.push({ type: 'start', agent });
    const greeting = this.#isGreeted ? this.#greeting : undefined;
    this.#agents.set(agent, { waiting: greeting === undefined ? undefined : [], opening: 0 });
    if (greeting !== undefined) this.#steps.push({ type: 'to-agent', agent, frame: withId(greeting, greetingId) });
    return agent;
  }

  #state(agent: number): AgentState {
    const state = this.#agents.get(agent);
    if (state === undefined) throw new Error(`There is no agent ${agent}.`);
    return state;
  }

  #send(agent: number, frame: string): void {
    const { waiting } = this.#state(agent);
    if (waiting === undefined) this.#steps.push({ type: 'to-agent', agent, frame });
    else waiting.push(frame);
  }

  #toClient(frame: string): void {
    this.#steps.push({ type: 'to-client', frame });
  }

  #mintedId(): string {
    this.#minted += 1;
    return `"emend-${this.#minted}"`;
  }
}

/** Returns the notice that a session does nothing any more because of an error. */
function stoppedBy({ code, message }: RpcError, session: string): string {
  const error = { code, message };
  const update = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error };
  return notificationText('session/update', { sessionId: session, update });
}

/** Returns a message of the client with the id that the agent of its session knows. */
function forAgent(text: string, { own, name }: NamedSession): string {
  return own === name ? text : withValue(text, sessionId, JSON.stringify(own));
}
