import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';

/** A request or a notification as it arrived. */
export interface Incoming {
  readonly id?: number | string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** How a plain agent speaks. */
export interface Voice {
  /** Sends an update of session `s`. */
  update(update: object): void;
  /** Answers a request. */
  answer(to: Incoming, result: unknown): void;
  /** Answers a request with an error. */
  refuse(to: Incoming, error: object): void;
  /** Sends a request, or without an id a notification. */
  ask(id: number | string | undefined, method: string, params: object): void;
  /** Sends a frame as it is. */
  say(frame: string): void;
  end(): void;
}

/** What a plain agent does about the messages that it gets, by method. */
export type Script = Readonly<Record<string, (message: Incoming, voice: Voice) => unknown>>;

const handshake = {
  protocolVersion: 1,
  agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {}, close: {} } },
};

/** The client's end of a connection to a plain agent. */
export interface PlainAgent {
  readonly transport: Transport;
  /** What the agent received, in order. */
  readonly received: readonly Incoming[];
  readonly voice: Voice;
}

/** Returns a v1 agent that does what its script says; what it does not say is answered with `{}`. */
export function v1Agent(script: Script): PlainAgent {
  return plainAgent(handshake, script);
}

/** Returns an agent that answers `initialize` with a handshake and does what its script says; what it does not say is answered with `{}`. */
export function plainAgent(handshake: object, script: Script): PlainAgent {
  const [transport, there] = memoryPair();
  const received: Incoming[] = [];
  const say = (frame: string): void => void there.send(frame);
  const send = (message: object): void => say(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const voice: Voice = {
    say,
    update: (update) => send({ method: 'session/update', params: { sessionId: 's', update } }),
    answer: ({ id }, result) => send({ id, result }),
    refuse: ({ id }, error) => send({ id, error }),
    ask: (id, method, params) => send({ ...(id === undefined ? {} : { id }), method, params }),
    end: () => void there.close(),
  };
  const usual: Script = {
    initialize: (message) => voice.answer(message, handshake),
    'session/new': (message) => voice.answer(message, { sessionId: 's' }),
  };
  const handle = async (): Promise<void> => {
    for await (const batch of there.frames) {
      for (const frame of batch) {
        const message = JSON.parse(frame as string) as Incoming;
        received.push(message);
        if (message.method === undefined) continue;
        const act = script[message.method] ?? usual[message.method];
        if (act !== undefined) void act(message, voice);
        else if (message.id !== undefined) voice.answer(message, {});
      }
    }
  };
  void handle();
  return { transport, received, voice };
}

/** A chunk of text, as v1 agents send it. */
export function chunk(kind: 'user' | 'agent', text: string): object {
  return { sessionUpdate: `${kind}_message_chunk`, content: { type: 'text', text } };
}
