import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { readExactly } from '../../jsonrpc/exact-id.ts';
import { HandshakeBacklog } from '../../jsonrpc/handshake-backlog.ts';
import { kindOf, type RequestMessage, type ResponseMessage } from '../../jsonrpc/message.ts';
import { type MessagePipe, messagePipe, type PipedMessage, pipedMessage } from '../../jsonrpc/message-pipe.ts';
import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { readClient } from '../../protocol/handshake.ts';
import { OpenRequests } from '../../protocol/open-requests.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { Side } from '../../protocol/side.ts';
import { Gate } from '../../transport/gate.ts';
import type { Transport } from '../../transport/transport.ts';
import { CarriedNumbers } from '../carried-numbers.ts';
import { checkRewrite } from '../check-rewrite.ts';
import { directionFrom, edgeFor, edgesOf } from '../edges.ts';
import { translator } from '../translator.ts';
import { isInitialize, refusedBeforeHandshake } from './before-handshake.ts';
import { agentHasEnded, type BridgeEnd, type BridgeEvent, type BridgeOptions } from './bridge-options.ts';
import { invalidRequest, isInvalidIn } from './envelope.ts';
import { agentGone, answerForClient, stoppedTurn } from './farewells.ts';
import { flushTimer } from './flush-timer.ts';
import { type Handshake, handshake, type Verdict } from './handshake.ts';
import { RepeatedInitialize } from './repeated-initialize.ts';
import { parseError, passing, type Route, translating, type Wires } from './route.ts';
import { RunningSessions } from './running-sessions.ts';

/** Connects a client with an agent, whatever dialects they speak. Resolves when one side has gone and the other has been answered. */
export async function bridge(client: Transport, agent: Transport, options: BridgeOptions = {}): Promise<BridgeEnd> {
  checkRewrite(options.rewrite);
  return new Bridge(client, agent, options).run();
}

type Ended = Omit<BridgeEnd, 'unanswered'>;

/** A request that has no answer yet. */
interface Open {
  readonly asker: Side;
  readonly request: RequestMessage;
}

class Bridge {
  readonly #client: MessagePipe;
  #agent: MessagePipe;
  readonly #options: BridgeOptions;
  readonly #onWaiting: BridgeOptions['onWaiting'];
  readonly #numbers: CarriedNumbers;
  /** The requests of each side that have no answer yet. */
  readonly #open: Readonly<Record<Side, OpenRequests<Open>>> = {
    client: new OpenRequests(),
    agent: new OpenRequests(),
  };
  readonly #running = new RunningSessions();
  #handshake: { readonly request: RequestMessage; readonly progress: Handshake } | undefined;
  #route: Route | undefined;
  /** What the agent speaks, once it has answered. */
  #agentDialect: Dialect | undefined;
  #isPassing = false;
  /** Messages that arrived before the handshake was over. */
  #early: { readonly from: Side; readonly message: PipedMessage }[] = [];
  #earlyAmount: HandshakeBacklog;
  #repeated = new RepeatedInitialize();
  /** The promise of the last send that asked the caller to wait. */
  #room: Promise<void> | undefined;
  #isRestarting = false;
  /** Whether the agent is being closed because the client has left: it is not asked again and not replaced. */
  #isLeaving = false;
  /** Opens when the handshake is over. */
  #connected = new Gate();

  constructor(client: Transport, agent: Transport, options: BridgeOptions) {
    this.#client = messagePipe(client, options.limits?.unsent);
    this.#agent = messagePipe(agent, options.limits?.unsent);
    const onEvent = (event: BridgeEvent) => notifyListener(options.onEvent, event);
    this.#options = { ...options, onEvent };
    this.#earlyAmount = new HandshakeBacklog(options.limits?.hardQueue);
    this.#numbers = new CarriedNumbers((entry) => onEvent({ type: 'ledger', entry }));
    this.#onWaiting = options.onWaiting ?? flushTimer();
  }

  async run(): Promise<BridgeEnd> {
    try {
      return await this.#carry();
    } finally {
      await Promise.allSettled([this.#client.close(), this.#agent.close(), this.#options.serve?.close?.()]);
    }
  }

  async #carry(): Promise<BridgeEnd> {
    const agentEnded = this.#readAgent();
    const end = await Promise.race([this.#read('client', this.#client), agentEnded]);
    this.#options.onEnd?.(end);
    if (end.by === 'client') await this.#leave(agentEnded);
    this.#route?.end();
    const unanswered = this.#open.client.takeAll();
    const running = end.by === 'agent' ? this.#running.takeAll() : [];
    if (unanswered.length + running.length > 0) {
      const error = agentGone(await this.#reason(end), this.#options.tellsLastWords ? end.cause : undefined);
      for (const { request } of unanswered) this.#sendTo('client', { jsonrpc: '2.0', id: request.id, error });
      for (const sessionId of running) this.#sendTo('client', stoppedTurn(sessionId, error));
    }
    return { ...end, unanswered: unanswered.length };
  }

  async #reason(end: Ended): Promise<string> {
    if (end.cause instanceof Error) return end.cause.message;
    return (await this.#options.explain?.()) ?? agentHasEnded;
  }

  /** After the client has left, delivers what it has sent, answers the agent in its name and waits for the agent to end. */
  async #leave(agentEnded: Promise<Ended>): Promise<void> {
    if (this.#early.some(({ from }) => from === 'client')) {
      const { patience } = this.#options;
      const waits: Promise<unknown>[] = [agentEnded, this.#connected.promise];
      await Promise.race(patience === undefined ? waits : [...waits, patience()]);
    }
    this.#isLeaving = true;
    for (const { request } of this.#open.agent.takeAll()) this.#sendTo('agent', answerForClient(request));
    // What it is served ends with its input: it could not read an answer any more.
    await Promise.allSettled([this.#agent.close(), agentEnded, this.#options.serve?.close?.()]);
  }

  async #readAgent(): Promise<Ended> {
    for (;;) {
      const agent = this.#agent;
      const end = await this.#read('agent', agent);
      if (agent !== this.#agent) continue;
      const request = this.#route === undefined ? this.#handshake?.progress.abandoned() : undefined;
      try {
        if (request === undefined || !(await this.#askFresh(request))) return end;
      } catch (cause) {
        return { by: 'agent', cause };
      }
    }
  }

  async #read(side: Side, pipe: MessagePipe): Promise<Ended> {
    try {
      for await (const batch of pipe.frames) {
        for (const frame of batch) {
          if (side === 'agent' && pipe !== this.#agent) return { by: side };
          if (side === 'agent' && this.#route?.takeUnread(frame) === true) continue;
          // Nearly everything is synchronous; awaiting it would cost each message a microtask.
          const work = this.#take(side, pipedMessage(frame));
          if (work !== undefined) await work;
        }
        if (this.#route?.hasWaiting() === true) this.#onWaiting?.(() => this.#route?.flush());
        if (this.#room !== undefined) await this.#waitForRoom();
      }
      return { by: side };
    } catch (cause) {
      return { by: side, cause };
    }
  }

  async #waitForRoom(): Promise<void> {
    const room = this.#room;
    this.#room = undefined;
    // If a side can no longer be written to, reading from it ends with the cause.
    await room?.catch(() => {});
  }

  #take(from: Side, piped: PipedMessage): Promise<void> | undefined {
    const message = this.#exactly(from, piped);
    const { kind, value } = message;
    if ((kind === 'request' || kind === 'batch') && !this.#isPassing && this.#takeOwn(from, message)) return undefined;
    if (kind === 'request' || kind === 'batch') this.#asked(from, value);
    if (this.#route !== undefined) this.#route.take(from, message);
    else if (from === 'agent') return this.#takeEarlyFromAgent(message);
    else this.#takeEarlyFromClient(message);
    return undefined;
  }

  /** Returns the message with exact ids, and remembers the exact text of its numbers. */
  #exactly(from: Side, message: PipedMessage): PipedMessage {
    const { kind, frame, value } = message;
    // Of messages that pass unchanged only the id matters.
    if (this.#isPassing && kind === 'notification') return message;
    const exact = typeof frame === 'string' && kind !== 'noise' ? readExactly(frame, value) : undefined;
    if (exact === undefined) return message;
    const client = this.#dialectOf('client') ?? this.#dialectIn(value) ?? 'june';
    this.#numbers.arrived(exact, directionFrom(from, client, this.#agentDialect));
    return { kind, frame, value: exact.value };
  }

  /** What a side speaks, as far as it is known. */
  #dialectOf(side: Side): Dialect | undefined {
    return side === 'client' ? this.#handshake?.progress.client : this.#agentDialect;
  }

  /** Returns what a client is taken for that opens the connection with this message. */
  #dialectIn(value: unknown): Dialect | undefined {
    return isInitialize(value) ? readClient(value.params, this.#options.dialects).dialect : undefined;
  }

  /** Answers what a dialect does not allow, and a handshake that is repeated; returns whether it was such. */
  #takeOwn(from: Side, message: PipedMessage): boolean {
    const { frame, value } = message;
    const dialect = this.#dialectOf(from) ?? (from === 'client' ? this.#dialectIn(value) : undefined);
    if (dialect === undefined) return false;
    if (isInvalidIn(dialect, message)) {
      this.#options.onEvent?.({ type: 'noise', from, frame });
      this.#sendTo(from, undefined, invalidRequest);
      return true;
    }
    if (from !== 'client' || dialect !== 'november' || this.#handshake === undefined) return false;
    if (!isInitialize(value)) {
      this.#repeated.otherRequest();
      return false;
    }
    const { params } = value;
    const answer = this.#repeated.answer(value);
    if (answer.error === undefined) this.#options.onEvent?.({ type: 'initialized-again', params, client: dialect });
    this.#sendTo('client', answer);
    return true;
  }

  /** Remembers requests, so that each gets an answer in the end. */
  #asked(by: Side, value: unknown): void {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (kindOf(entry) !== 'request') continue;
      const request = entry as RequestMessage;
      this.#open[by].add(request.id, { asker: by, request });
    }
  }

  #answered(to: Side, value: unknown): void {
    // Most messages are updates, which answer nothing.
    if (!Array.isArray(value) && isObject(value) && value['method'] !== undefined) {
      if (to === 'client' && this.#dialectOf(to) === 'november') this.#running.told(value['params']);
      return;
    }
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (kindOf(entry) !== 'response') continue;
      const { id, result } = entry as ResponseMessage;
      const request = this.#open[to].takeOldest(id)?.request;
      if (request === undefined) continue;
      if (result !== undefined && to === 'client' && this.#dialectOf(to) === 'november')
        this.#running.succeeded(request);
      if (request === this.#handshake?.request) this.#repeated.answered(result);
    }
  }

  #takeEarlyFromClient(message: PipedMessage): void {
    const { value: request, frame } = message;
    if (this.#handshake !== undefined) this.#keep('client', message);
    else if (isInitialize(request)) {
      const { serve: host, rewrite, dialects: answered, onEvent } = this.#options;
      const progress = handshake(request, { needsRewrites: rewrite !== undefined, host, dialects: answered });
      if ('code' in progress) this.#sendTo('client', { jsonrpc: '2.0', id: request.id, error: progress });
      else {
        const { client, first } = progress;
        this.#handshake = { request, progress };
        if (this.#repeated.isAnew) onEvent?.({ type: 'initialized-again', params: request.params, client });
        this.#sendTo('agent', first, first === request ? String(frame) : undefined);
      }
    } else this.#refuseBeforeHandshake(message);
  }

  /** Refuses what comes before `initialize`: without a handshake it is not known how to translate. */
  #refuseBeforeHandshake({ kind, value, frame }: PipedMessage): void {
    this.#options.onEvent?.({ type: 'before-handshake', frame });
    if (kind === 'noise' || kind === 'broken') this.#sendTo('client', undefined, parseError);
    else {
      const answer = refusedBeforeHandshake(value);
      if (answer !== undefined) this.#sendTo('client', answer);
    }
  }

  #keep(from: Side, message: PipedMessage): void {
    this.#early.push({ from, message });
    const overrun = this.#earlyAmount.keep(message.frame);
    if (overrun === undefined) return;
    this.#early = [];
    throw overrun;
  }

  async #takeEarlyFromAgent(message: PipedMessage): Promise<void> {
    const { kind, value, frame } = message;
    const isAnswer = kind === 'response' && (value as ResponseMessage).id === this.#handshake?.request.id;
    if (!isAnswer || this.#handshake === undefined) {
      if (kind === 'noise' || kind === 'invalid' || kind === 'broken')
        this.#options.onEvent?.({ type: 'noise', from: 'agent', frame });
      else this.#keep('agent', message);
      return;
    }
    await this.#follow(this.#handshake.progress.answered(value as ResponseMessage), message);
  }

  async #follow(verdict: Verdict, message: PipedMessage): Promise<void> {
    if (this.#handshake === undefined) return;
    const { request, progress } = this.#handshake;
    switch (verdict.do) {
      case 'pass':
        this.#decide(passing(this.#wires(), this.#options), progress.client, verdict.agent);
        if (verdict.answer === undefined) this.#sendTo('client', message.value, String(message.frame));
        else this.#sendTo('client', verdict.answer);
        break;
      case 'translate': {
        const { rewrite, inheritsIds, idPrefix, graceTime, repeatsPrompts, notices, takesNovember, serve } =
          this.#options;
        const hosting = serve && edgeFor(progress.client, verdict.agent, this.#options).hosting?.(serve);
        const machine = translator({
          client: progress.client,
          agent: verdict.agent,
          ...present({ rewrite, inheritsIds, idPrefix, graceTime, repeatsPrompts, notices, takesNovember }),
          ...hosting?.options,
        });
        // The agent has been asked already; the translator only has to know the request.
        const told = machine.fromClient({ ...request, params: progress.params });
        for (const entry of told.ledger) this.#options.onEvent?.({ type: 'ledger', entry });
        this.#decide(translating(machine, hosting, this.#wires(), this.#options), progress.client, verdict.agent, true);
        this.#route?.take('agent', message);
        break;
      }
      case 'ask-again':
        if (this.#isLeaving) return;
        if (verdict.needsFresh && (await this.#askFresh(verdict.request))) return;
        this.#options.onEvent?.({ type: 'asked-again', isFresh: false });
        this.#sendTo('agent', verdict.request);
        return;
      case 'refuse':
        this.#sendTo('client', verdict.answer);
        this.#beginAnew();
        return;
      case 'end':
        this.#sendTo('client', verdict.answer);
        this.#handshake = undefined;
        throw new ConnectionError('failed', (verdict.answer.error as { readonly message: string }).message);
    }
    const early = this.#early;
    this.#early = [];
    for (const { from, message: held } of early) this.#route?.take(from, held);
    this.#connected.open();
  }

  /** After a refusal the client may introduce itself again; what it has sent in the meantime came before that. */
  #beginAnew(): void {
    const early = this.#early;
    this.#early = [];
    this.#earlyAmount = new HandshakeBacklog(this.#options.limits?.hardQueue);
    this.#handshake = undefined;
    this.#repeated = new RepeatedInitialize(true);
    this.#isRestarting = false;
    this.#connected.open();
    this.#connected = new Gate();
    for (const { from, message } of early) {
      if (from === 'client') this.#takeEarlyFromClient(message);
      else this.#options.onEvent?.({ type: 'noise', from, frame: message.frame });
    }
  }

  /** Asks another agent, if one can be started. */
  async #askFresh(request: RequestMessage): Promise<boolean> {
    const { restart, onEvent } = this.#options;
    if (restart === undefined || this.#isRestarting || this.#isLeaving) return false;
    this.#isRestarting = true;
    const old = this.#agent;
    this.#agent = messagePipe(await restart(), this.#options.limits?.unsent);
    if (this.#isLeaving) {
      await Promise.allSettled([old.close(), this.#agent.close()]);
      return false;
    }
    void old.close().catch(() => {});
    onEvent?.({ type: 'asked-again', isFresh: true });
    this.#sendTo('agent', request);
    return true;
  }

  #decide(route: Route, client: Dialect, agent: Dialect, isTranslating = false): void {
    this.#route = route;
    this.#agentDialect = agent;
    this.#isPassing = !isTranslating;
    this.#options.onEvent?.({ type: 'connected', client, agent, isTranslating });
    if (isTranslating) return;
    for (const edge of edgesOf(agent)) {
      const entry = edge.noteOnPassing(agent, present({ rewrite: this.#options.rewrite }));
      if (entry !== undefined) this.#options.onEvent?.({ type: 'ledger', entry });
    }
  }

  #wires(): Wires {
    return {
      toClient: (message, frame) => this.#sendTo('client', message, frame),
      toAgent: (message, frame) => this.#sendTo('agent', message, frame),
      room: () => this.#room?.catch(() => {}),
    };
  }

  #sendTo(side: Side, message: unknown, frame?: string): void {
    this.#answered(side, message);
    if (frame !== undefined) this.#numbers.passed(message);
    const text = frame ?? this.#numbers.text(message as object);
    const room = (side === 'client' ? this.#client : this.#agent).send(text);
    if (room === undefined) return;
    room.catch(() => {});
    this.#room = room;
  }
}
