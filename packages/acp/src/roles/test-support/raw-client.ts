import type { LedgerEntry } from '../../bridge/ledger.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { present } from '../../protocol/reading/optional.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { type Agent, agent } from '../agent/agent.ts';
import type { AgentDefinition, AsyncAgentDefinition } from '../agent/definition.ts';
import type { AgentEvent } from '../agent/event.ts';
import { type ServeOptions, serve } from '../agent/serve.ts';
import { countingIds } from './pair.ts';

/** A JSON object of a message. */
export type Json = Record<string, unknown>;

/** A client that sends and keeps frames as they are. */
export interface RawClient {
  /** Every message of the agent, in order. */
  readonly received: Json[];
  /** The updates among them, without `sessionId`. */
  readonly updates: () => Json[];
  readonly events: AgentEvent[];
  readonly ledger: LedgerEntry[];
  /** Sends a request and resolves with its answer: the result, or the error. */
  ask(method: string, params: Json): Promise<Json>;
  notify(method: string, params: Json): void;
  /** Answers a request of the agent: with `result`, or with `error`. */
  reply(request: Json, answer: Json): void;
  /** Opens a session and resolves with its id. */
  open(): Promise<string>;
  /** Loads a session with its history, as the dialect does, and resolves with the answer. */
  load(sessionId: string, _meta?: Json): Promise<Json>;
  /** Resolves when a message of the agent is as asked. */
  until(isSo: (message: Json) => boolean): Promise<Json>;
  close(): Promise<void>;
}

const info = { name: 'raw', version: '1' };

/** The `initialize` params of a client that speaks a dialect. */
const introductions: Readonly<Record<Dialect, (capabilities: Json) => Json>> = {
  v1: (capabilities) => ({ protocolVersion: 1, clientInfo: info, clientCapabilities: capabilities }),
  june: (capabilities) => ({ protocolVersion: 2, clientInfo: info, capabilities }),
  november: (capabilities) => ({ protocolVersion: 2, info, capabilities }),
};

/** What a raw client does about requests of the agent, by method: returns the result. */
export type Answers = Readonly<Record<string, (params: Json) => unknown>>;

interface RawClientOptions {
  readonly capabilities?: Json;
  /** The `_meta` of `initialize`. */
  readonly meta?: Json;
  readonly answers?: Answers;
  readonly serving?: ServeOptions;
}

/** Serves an agent of its own to a raw client that speaks a dialect. */
export function rawClient(
  dialect: Dialect,
  definition: AgentDefinition | AsyncAgentDefinition,
  options: RawClientOptions = {},
): Promise<RawClient> {
  return rawClientOf(agent({ mintId: countingIds(), ...(definition as AgentDefinition) }), dialect, options);
}

/** Serves an agent, which others may be connected to, to a raw client that speaks a dialect. */
export async function rawClientOf(
  served: Agent,
  dialect: Dialect,
  { capabilities, meta, answers, serving = {} }: RawClientOptions = {},
): Promise<RawClient> {
  const [near, far] = memoryPair();
  const events: AgentEvent[] = [];
  const ledger: LedgerEntry[] = [];
  const onEvent = (event: AgentEvent) => void events.push(event);
  const bridge: ServeOptions['bridge'] = { onEvent: (event) => event.type === 'ledger' && ledger.push(event.entry) };
  serve(served, far, { onEvent, bridge, ...serving });
  return { ...(await rawClientOn(near, dialect, present({ capabilities, meta, answers }))), events, ledger };
}

/** Connects a raw client that speaks a dialect to whatever a transport leads to. */
export async function rawClientOn(
  near: Transport,
  dialect: Dialect,
  { capabilities = {}, meta, answers = {} }: Omit<RawClientOptions, 'serving'> = {},
): Promise<Omit<RawClient, 'events' | 'ledger'>> {
  const received: Json[] = [];
  const waiting: { isSo: (message: Json) => boolean; found: (message: Json) => void }[] = [];
  let id = 0;

  async function take(message: Json): Promise<void> {
    received.push(message);
    for (const each of waiting.filter(({ isSo }) => isSo(message))) {
      waiting.splice(waiting.indexOf(each), 1);
      each.found(message);
    }
    const answer = typeof message['method'] === 'string' ? answers[message['method']] : undefined;
    if (message['id'] === undefined || answer === undefined) return;
    const result = await answer(message['params'] as Json);
    if (result !== undefined) void near.send(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result }));
  }

  async function read(): Promise<void> {
    for await (const batch of near.frames) for (const frame of batch) await take(JSON.parse(frame as string));
  }
  void read();

  function until(isSo: (message: Json) => boolean): Promise<Json> {
    const past = received.find(isSo);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((found) => waiting.push({ isSo, found }));
  }

  async function ask(method: string, params: Json): Promise<Json> {
    const own = ++id;
    void near.send(JSON.stringify({ jsonrpc: '2.0', id: own, method, params }));
    const { result, error } = await until((message) => message['id'] === own && message['method'] === undefined);
    return (result ?? error) as Json;
  }

  await ask('initialize', { ...introductions[dialect](capabilities), ...(meta && { _meta: meta }) });
  return {
    received,
    updates: () =>
      received.flatMap(({ method, params }) =>
        method === 'session/update' ? [(params as Json)['update'] as Json] : [],
      ),
    ask,
    until,
    notify: (method, params) => void near.send(JSON.stringify({ jsonrpc: '2.0', method, params })),
    reply: ({ id: own }, answer) => void near.send(JSON.stringify({ jsonrpc: '2.0', id: own, ...answer })),
    async open() {
      const { sessionId } = await ask('session/new', { cwd: '/w', mcpServers: [] });
      return sessionId as string;
    },
    load(sessionId, _meta) {
      const params = { sessionId, cwd: '/w', mcpServers: [], ...(_meta && { _meta }) };
      if (dialect !== 'november') return ask('session/load', params);
      return ask('session/resume', { ...params, replayFrom: { type: 'start' } });
    },
    close: () => near.close(),
  };
}

/** A prompt of one text. */
export function textPrompt(sessionId: string, text: string): Json {
  return { sessionId, prompt: [{ type: 'text', text }] };
}
