import type { Dialect } from '../../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { memoryPair } from '../../../../transport/memory-pair.ts';
import type { Received, Transport } from '../../../../transport/transport.ts';
import { type PeerExit, type StartedPeer, type StartPeer, startedPeer } from '../../started-peer.ts';
import { byteTransport } from '../byte-transport.ts';

/** A right agent with one deliberate defect. */
export interface AgentMutant {
  /** The rule that it breaks and how: the name of its file. */
  readonly name: string;
  /** The rule that it breaks. */
  readonly breaks: string;
  /** What it does wrong, in a sentence. */
  readonly defect: string;
  /** The dialects in which it is run. */
  readonly dialects: readonly Dialect[];
  /** The checks that must fail because of it. */
  readonly caughtBy: readonly string[];
  /** Checks that may fail, too, since they need what is broken. */
  readonly mayFollow?: readonly string[];
  /** Whether it is caught by what never comes: the kit waits for it only as long as it must. */
  readonly isSilent?: true;
  /** Makes the defect for one connection. */
  make(): Defect;
}

/** What a defect can do to a connection. */
export interface Wire {
  /** Sends something to the client as if the agent had: a message, or a line that is none. */
  toClient(message: unknown): void;
  /** Sends something to the agent as if the client had. */
  toAgent(message: unknown): void;
  /** The request of the client that an answer of the agent is for. */
  requestOf(answer: JsonObject): JsonObject | undefined;
  /** Ends the agent. */
  end(): void;
}

/** What goes wrong on a connection; what is not mentioned passes as it is. */
export interface Defect {
  readonly fromAgent?: (message: JsonObject, wire: Wire) => void;
  readonly fromClient?: (message: JsonObject, wire: Wire) => void;
  /** Lines of the client that are no objects. */
  readonly lineFromClient?: (text: string, wire: Wire) => void;
  /** How its process ends when its input ends; with the status 0 if it is missing. */
  readonly exit?: PeerExit;
  /** Whether it decodes each piece of its input by itself. */
  readonly decodesPieces?: true;
  /** Whether its process leaves others behind. */
  readonly leavesProcesses?: boolean;
}

/** Returns an agent with a defect. */
export function mutated(right: StartPeer, make: () => Defect): StartPeer {
  return async (options) => {
    const { transport: agent } = startedPeer(await right(options));
    const [near, far] = memoryPair();
    const defect = make();
    connect(agent, far, defect);
    return asProcess(near, defect);
  };
}

/** Returns a connection as if there were a process at its end, which exits when the connection is closed. */
function asProcess(near: Transport, { exit, decodesPieces, leavesProcesses = false }: Defect): StartedPeer {
  const transport = byteTransport(near, decodesPieces === true ? 'each piece' : 'stream');
  let onExit: (exit: PeerExit) => void = () => {};
  const exited = new Promise<PeerExit>((resolve) => {
    onExit = resolve;
  });
  const close = async () => {
    await transport.close();
    onExit(exit ?? { code: 0, signal: undefined });
  };
  return {
    transport: { ...transport, close },
    exited,
    leavesProcesses: async () => leavesProcesses,
  };
}

function connect(agent: Transport, client: Transport, defect: Defect): void {
  const requests = new Map<unknown, JsonObject>();
  const end = () => void Promise.all([agent.close(), client.close()]);
  const wire: Wire = {
    toClient: (message) => void client.send(textOf(message)),
    toAgent: (message) => void agent.send(textOf(message)),
    requestOf: (answer) => ('method' in answer ? undefined : requests.get(answer['id'])),
    end,
  };
  const read = async (from: Transport, take: (frame: Received) => void) => {
    for await (const batch of from.frames) for (const frame of batch) take(frame);
    end();
  };
  void read(agent, (frame) => {
    const message = messageOf(frame);
    if (message === undefined || defect.fromAgent === undefined) wire.toClient(frame);
    else defect.fromAgent(message, wire);
  });
  void read(client, (frame) => {
    const message = messageOf(frame);
    if (message?.['method'] !== undefined && message['id'] !== undefined) requests.set(message['id'], message);
    if (message !== undefined && defect.fromClient !== undefined) defect.fromClient(message, wire);
    else if (message === undefined && defect.lineFromClient !== undefined) defect.lineFromClient(String(frame), wire);
    else wire.toAgent(frame);
  });
}

/** What is passed on as it is keeps its text: a message that is nested very deep can be read but not written. */
const texts = new WeakMap<object, string>();

function messageOf(frame: Received): JsonObject | undefined {
  try {
    const message: unknown = JSON.parse(String(frame));
    if (!isObject(message)) return undefined;
    texts.set(message, String(frame));
    return message;
  } catch {
    return undefined;
  }
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return (isObject(message) ? texts.get(message) : undefined) ?? JSON.stringify(message);
}

/** Returns a defect that changes the results with which a method is answered. */
export function badResult(method: string, change: (result: JsonObject, request: JsonObject) => unknown): Defect {
  return badAnswer(method, (message, request) => {
    return isObject(message['result']) ? { ...message, result: change(message['result'], request) } : message;
  });
}

/** Returns a defect that changes the answers to a method, whatever they are; `undefined` drops one. */
export function badAnswer(method: string, change: (message: JsonObject, request: JsonObject) => unknown): Defect {
  return {
    fromAgent(message, wire) {
      const request = wire.requestOf(message);
      const next = request?.['method'] === method ? change(message, request) : message;
      if (next !== undefined) wire.toClient(next);
    },
  };
}

/** Returns a defect that changes updates; `undefined` drops one. */
export function badUpdate(change: (update: JsonObject) => JsonObject | undefined): Defect {
  return {
    fromAgent(message, wire) {
      const update = updateIn(message);
      if (update === undefined) return wire.toClient(message);
      const next = change(update);
      if (next === undefined) return;
      wire.toClient({ ...message, params: { ...paramsOf(message), update: next } });
    },
  };
}

/** Returns a defect that changes the requests and notifications of a client before the agent gets them. */
export function badReading(method: string, change: (params: JsonObject) => JsonObject): Defect {
  return {
    fromClient(message, wire) {
      wire.toAgent(message['method'] === method ? { ...message, params: change(paramsOf(message)) } : message);
    },
  };
}

/** Returns a defect that answers a request in place of the agent, if an answer is given. */
export function ownAnswer(answer: (message: JsonObject) => JsonObject | undefined): Defect {
  return {
    fromClient(message, wire) {
      const own = message['id'] === undefined ? undefined : answer(message);
      if (own === undefined) wire.toAgent(message);
      else wire.toClient({ jsonrpc: '2.0', id: message['id'], ...own });
    },
  };
}

/** Returns the update in a message. */
export function updateIn(message: JsonObject): JsonObject | undefined {
  const { update } = message['method'] === 'session/update' ? paramsOf(message) : {};
  return isObject(update) ? update : undefined;
}

/** Returns the params of a message. */
export function paramsOf(message: JsonObject): JsonObject {
  return isObject(message['params']) ? message['params'] : {};
}

/** Returns an error as an answer has it. */
export function errorOf(code: number, message = 'Refused'): JsonObject {
  return { error: { code, message } };
}

/** Every dialect. */
export const everywhere: readonly Dialect[] = ['v1', 'june', 'november'];
