import type { Dialect } from '../../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { memoryPair } from '../../../../transport/memory-pair.ts';
import type { Received, Transport } from '../../../../transport/transport.ts';
import type { StartClient, StartedClient } from '../../client/started-client.ts';
import type { StartedPeer } from '../../started-peer.ts';
import { byteTransport } from '../byte-transport.ts';
import { type ClientOffers, rightClient } from '../right-client.ts';

/** A right client with one deliberate defect. */
export interface ClientMutant {
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
  /** What the client offers beyond what every client has. */
  readonly offers?: ClientOffers;
  /** Makes the defect for one connection. */
  make(): ClientDefect;
}

/** What a defect can do to a connection. */
export interface ClientWire {
  /** Sends something to the agent as if the client had: a message, or a line that is none. */
  toAgent(message: unknown): void;
  /** Sends something to the client as if the agent had. */
  toClient(message: unknown): void;
  /** The request of the agent that an answer of the client is for. */
  requestOf(answer: JsonObject): JsonObject | undefined;
  /** The text of a message that has just come. */
  textOf(message: JsonObject): string;
  /** Ends the client. */
  end(): void;
}

/** What goes wrong on a connection; what is not mentioned passes as it is. */
export interface ClientDefect {
  readonly fromClient?: (message: JsonObject, wire: ClientWire) => void;
  readonly fromAgent?: (message: JsonObject, wire: ClientWire) => void;
  /** Lines of the agent that are no objects. */
  readonly lineFromAgent?: (text: string, wire: ClientWire) => void;
  /** Whether it does not notice that its agent has ended. */
  readonly ignoresEnd?: true;
  /** Whether it decodes each piece of its input by itself. */
  readonly decodesPieces?: true;
  /** Whether what it has started runs on after its end. */
  readonly leavesProcesses?: true;
}

/** Returns a client with a defect. */
export function mutatedClient(make: () => ClientDefect, offers: ClientOffers = {}): StartClient {
  const start = rightClient({
    offers,
    wrap: (agent) => {
      const [near, far] = memoryPair();
      connect(agent, far, make());
      return near;
    },
  });
  const { leavesProcesses, decodesPieces } = make();
  return async (options) => {
    const started = await start(options);
    return {
      ...started,
      agents: inBytes(started.agents, decodesPieces === true ? 'each piece' : 'stream'),
      ...(leavesProcesses === true && { leavesProcesses: async () => true }),
    };
  };
}

/** Returns the connections of a client as if they were pipes. */
async function* inBytes(
  agents: StartedClient['agents'],
  decodes: 'stream' | 'each piece',
): AsyncGenerator<StartedPeer> {
  for await (const { transport, ...peer } of agents) yield { ...peer, transport: byteTransport(transport, decodes) };
}

function connect(agent: Transport, client: Transport, defect: ClientDefect): void {
  const requests = new Map<unknown, JsonObject>();
  // What is passed on as it is keeps its text: a message may be nested too deep to be written anew.
  const texts = new Map<unknown, string>();
  const end = () => void Promise.all([agent.close(), client.close()]);
  const wire: ClientWire = {
    toAgent: (message) => void agent.send(texts.get(message) ?? textOf(message)),
    toClient: (message) => void client.send(texts.get(message) ?? textOf(message)),
    requestOf: (answer) => ('method' in answer ? undefined : requests.get(answer['id'])),
    textOf: (message) => texts.get(message) ?? textOf(message),
    end,
  };
  const read = async (from: Transport, take: (frame: Received) => void) => {
    for await (const batch of from.frames) {
      for (const frame of batch) {
        take(frame);
        texts.clear();
      }
    }
  };
  void read(client, (frame) => {
    const message = messageOf(frame);
    texts.set(message, String(frame));
    if (message === undefined || defect.fromClient === undefined) wire.toAgent(frame);
    else defect.fromClient(message, wire);
  }).then(end);
  void read(agent, (frame) => {
    const message = messageOf(frame);
    texts.set(message, String(frame));
    if (message?.['method'] !== undefined && message['id'] !== undefined) requests.set(message['id'], message);
    if (message !== undefined && defect.fromAgent !== undefined) defect.fromAgent(message, wire);
    else if (message === undefined && defect.lineFromAgent !== undefined) defect.lineFromAgent(String(frame), wire);
    else wire.toClient(frame);
  }).then(() => {
    if (defect.ignoresEnd !== true) end();
  });
}

function messageOf(frame: Received): JsonObject | undefined {
  try {
    const message: unknown = JSON.parse(String(frame));
    return isObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function textOf(message: unknown): string {
  return typeof message === 'string' ? message : JSON.stringify(message);
}

/** Returns the params of a message. */
export function paramsOf({ params }: JsonObject): JsonObject {
  return isObject(params) ? params : {};
}

/** Returns a defect that changes the requests and notifications of a method before they are sent. */
export function badCall(method: string, change: (params: JsonObject) => JsonObject): ClientDefect {
  return {
    fromClient(message, wire) {
      wire.toAgent(message['method'] === method ? { ...message, params: change(paramsOf(message)) } : message);
    },
  };
}

/** Returns a defect that changes the answers to a method of the agent; `undefined` drops one. */
export function badAnswer(method: RegExp, change: (answer: JsonObject, wire: ClientWire) => unknown): ClientDefect {
  return {
    fromClient(message, wire) {
      const isIt = method.test(String(wire.requestOf(message)?.['method']));
      const next = isIt ? change(message, wire) : message;
      if (next !== undefined) wire.toAgent(next);
    },
  };
}

/** Returns a defect that ends the client when it gets a certain message. */
export function endsOn(isIt: (message: JsonObject, text: string) => boolean): ClientDefect {
  return {
    fromAgent(message, wire) {
      if (isIt(message, wire.textOf(message))) wire.end();
      else wire.toClient(message);
    },
  };
}

/** Returns the update in a message. */
export function updateIn(message: JsonObject): JsonObject | undefined {
  const { update } = message['method'] === 'session/update' ? paramsOf(message) : {};
  return isObject(update) ? update : undefined;
}
