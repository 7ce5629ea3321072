import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { questionKey } from '../joint-question.ts';
import type { RequestClient } from './agent-work.ts';
import { type AskPolicy, askedNow, countsNow } from './ask-policy.ts';
import type { SessionClient, SessionClients } from './session-clients.ts';
import type { SessionLink } from './session-link.ts';
import type { Unattended } from './unattended.ts';

/** A question to the people behind a session: a permission request, or an elicitation. */
export interface Question<Answer> {
  readonly id: string;
  readonly method: string;
  readonly params: { readonly _meta?: Meta | null };
  /** The question is withdrawn when one of them aborts. */
  readonly signals: readonly AbortSignal[];
  /** What happens if nobody is there who could answer. */
  readonly unattended: Unattended;
  /** Returns how a client is asked. */
  readonly request: (link: SessionLink) => RequestClient;
  /** Which of the clients that may be asked are asked. */
  readonly policy: AskPolicy;
  /** The connection of the prompt that the agent works on. */
  readonly prompter: object | undefined;
  /** Whether a client may be asked. */
  readonly canAsk: (client: SessionClient) => boolean;
  /** Reads a response; undefined if it is no answer. That of the only client that there is counts whatever it says. */
  readonly read: (response: unknown, from: 'one of many' | 'the only one') => Answer | undefined;
  /** Whether an answer decides nothing: it may come from a bridge, in place of a client that has left. */
  readonly isEmpty: (answer: Answer) => boolean;
}

/** How a question ended. */
export type QuestionEnd<Answer> =
  | { readonly type: 'answered'; readonly answer: Answer; readonly by: SessionClient }
  | { readonly type: 'failed'; readonly error: RpcError | ConnectionError }
  /** Nobody was there who could answer. */
  | { readonly type: 'unattended'; readonly error: ConnectionError }
  | { readonly type: 'withdrawn' };

interface Asked {
  readonly client: SessionClient;
  readonly withdraw: AbortController;
  /** Why the client did not answer, once that is known. */
  abstained: RpcError | ConnectionError | undefined;
}

/** Questions that are asked of every client that may answer; the first valid answer counts. */
export class SessionQuestions {
  readonly #clients: SessionClients;
  readonly #open = new Set<OpenQuestion<unknown>>();
  #count = 0;

  constructor(clients: SessionClients) {
    this.#clients = clients;
  }

  /** Returns an id that no other question of the session has; `position` is that of the next entry of its log, if it has one. */
  nextId(sessionId: string, position: number | undefined): string {
    this.#count += 1;
    return `${sessionId}/${position ?? this.#count}`;
  }

  /** Asks all clients that are there, and those that join while the question is open. Resolves when it is answered, failed or withdrawn. */
  async ask<Answer>(question: Question<Answer>): Promise<QuestionEnd<Answer>> {
    const { signals } = question;
    if (signals.some(({ aborted }) => aborted)) return { type: 'withdrawn' };
    const open = new OpenQuestion(question, () => this.#clients.present);
    this.#open.add(open as OpenQuestion<unknown>);
    const withdraw = (): void => open.end({ type: 'withdrawn' });
    for (const signal of signals) signal.addEventListener('abort', withdraw, { once: true });
    try {
      open.start();
      return await open.ended;
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', withdraw);
      this.#open.delete(open as OpenQuestion<unknown>);
    }
  }

  /** Asks what is open, after a client has joined. */
  askJoined(): void {
    for (const open of this.#open) open.joined();
  }

  /** Takes back what the client of a connection was asked: it has left the session. */
  leave(connection: object): void {
    for (const open of this.#open) open.left(connection);
  }
}

class OpenQuestion<Answer> {
  readonly ended: Promise<QuestionEnd<Answer>>;
  readonly #question: Question<Answer>;
  readonly #clients: () => readonly SessionClient[];
  readonly #asked = new Map<object, Asked>();
  /** Whether more than one client could answer at any time. */
  #isShared = false;
  #hasEnded = false;
  /** Runs while nobody is there who could answer, if that is to end the question. */
  #clock: ReturnType<typeof setTimeout> | undefined;
  #resolve!: (end: QuestionEnd<Answer>) => void;
  #reject!: (error: unknown) => void;

  constructor(question: Question<Answer>, clients: () => readonly SessionClient[]) {
    this.#question = question;
    this.#clients = clients;
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  start(): void {
    this.#isShared = this.#able().length > 1;
    this.#askAll();
    this.#consider();
  }

  /** Another client has joined the session. */
  joined(): void {
    this.#isShared ||= this.#able().some(({ link }) => !this.#asked.has(link.connection));
    this.#askAll();
  }

  /** The client of a connection has left the session, and its connection may last. */
  left(connection: object): void {
    const asked = this.#asked.get(connection);
    if (asked === undefined || this.#hasEnded) return;
    this.#asked.delete(connection);
    asked.withdraw.abort(new DOMException('The client has left the session.', 'AbortError'));
    this.#askAll();
    this.#consider();
  }

  /** Asks everybody who is to be asked now; those who are joining are asked when they have the history. */
  #askAll(): void {
    const { policy, prompter } = this.#question;
    const able = this.#able().filter((client) => !client.isJoining);
    const hasAbstained = (connection: object): boolean => this.#asked.get(connection)?.abstained !== undefined;
    for (const client of askedNow(able, { policy, prompter, hasAbstained })) this.#ask(client);
  }

  /** The clients that are asked, now or later: they may answer, and their answers count. */
  #able(): readonly SessionClient[] {
    const { canAsk, policy } = this.#question;
    return this.#clients().filter((client) => canAsk(client) && countsNow(client, policy));
  }

  /** Asks a client, unless it was asked on its connection already. */
  #ask(client: SessionClient): void {
    const { connection } = client.link;
    const { id, method, params, request } = this.#question;
    if (this.#hasEnded || this.#asked.has(connection)) return;
    const withdraw = new AbortController();
    const asked: Asked = { client, withdraw, abstained: undefined };
    this.#asked.set(connection, asked);
    this.#stopClock();
    const sent = this.#isShared ? { ...params, _meta: { ...params._meta, [questionKey]: id } } : params;
    request(client.link)(method, sent, { signal: withdraw.signal }).then(
      (response) => this.#take(asked, response),
      (error: unknown) => this.#fail(asked, error),
    );
  }

  /** Ends the question and takes it back from everybody who has not answered. */
  end(end: QuestionEnd<Answer>): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stopClock();
    const reason = new DOMException('The question was answered.', 'AbortError');
    for (const { withdraw } of this.#asked.values()) withdraw.abort(reason);
    this.#resolve(end);
  }

  #take(asked: Asked, response: unknown): void {
    const { read, isEmpty, method, policy } = this.#question;
    const { client } = asked;
    if (asked.withdraw.signal.aborted) return;
    const answer = read(response, this.#isShared ? 'one of many' : 'the only one');
    const hasLeft = !client.isThere && answer !== undefined && isEmpty(answer);
    if (hasLeft || !countsNow(client, policy)) this.#abstain(asked, clientLeft());
    else if (answer !== undefined) this.end({ type: 'answered', answer, by: client });
    else
      this.#abstain(asked, new RpcError(-32602, 'The answer is none of those that were offered.', undefined, method));
  }

  #fail(asked: Asked, error: unknown): void {
    if (this.#hasEnded || asked.withdraw.signal.aborted) return;
    if (error instanceof RpcError || error instanceof ConnectionError) this.#abstain(asked, error);
    else {
      this.#hasEnded = true;
      this.#reject(error);
    }
  }

  #abstain(asked: Asked, error: RpcError | ConnectionError): void {
    asked.abstained = error;
    // Others may be asked now. The client may come back on another connection, and is asked there.
    this.#askAll();
    this.#consider();
  }

  /** Ends the question if nobody is left who could answer, unless somebody is waited for. */
  #consider(): void {
    const asked = [...this.#asked.values()];
    if (this.#hasEnded || asked.some(({ abstained }) => abstained === undefined)) return;
    const error = asked.at(-1)?.abstained ?? clientLeft();
    // The refusal of the only client is an answer: it is there, and nobody else is.
    const isRefusal = !this.#isShared;
    const { unattended } = this.#question;
    if (error instanceof RpcError && (isRefusal || unattended === 'reject')) this.end({ type: 'failed', error });
    else if (unattended === 'reject') this.end({ type: 'unattended', error: clientLeft() });
    else if (unattended !== 'wait') this.#startClock(unattended.rejectAfter);
  }

  #startClock(milliseconds: number): void {
    if (this.#clock !== undefined) return;
    this.#clock = setTimeout(() => this.end({ type: 'unattended', error: clientLeft() }), milliseconds);
    (this.#clock as { unref?: () => void }).unref?.();
  }

  #stopClock(): void {
    clearTimeout(this.#clock);
    this.#clock = undefined;
  }
}

function clientLeft(): ConnectionError {
  return new ConnectionError('ended', 'No client is there to answer.');
}
