import { bridge } from '../bridge/live/bridge.ts';
import type { BridgeOptions } from '../bridge/live/bridge-options.ts';
import { withServices } from '../bridge/live/client-host.ts';
import { dialectOfAgent, dialectOfClient } from '../bridge/live/dialect.ts';
import type { RequestMessage } from '../jsonrpc/message.ts';
import { isObject, type JsonObject } from '../protocol/reading/guard.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import type { Received, Transport } from '../transport/transport.ts';

/** How the other version is bridged; `rewrite` and `onWaiting` matter to agents with v1 clients, the rest to clients of v1 agents. */
export type AnyVersionOptions = BridgeOptions;

/** Looks at what arrives until the handshake shows; everything looked at is still delivered. */
async function firstSign(
  frames: AsyncIterator<readonly Received[]>,
  isSign: (message: JsonObject) => boolean,
): Promise<{ readonly held: readonly Received[]; readonly sign: JsonObject | undefined }> {
  const held: Received[] = [];
  for (;;) {
    const next = await frames.next();
    if (next.done === true) return { held, sign: undefined };
    held.push(...next.value);
    for (const frame of next.value) {
      const message = parsed(frame);
      if (message !== undefined && isSign(message)) return { held, sign: message };
    }
  }
}

function parsed(frame: Received): JsonObject | undefined {
  if (typeof frame !== 'string') return undefined;
  try {
    const message: unknown = JSON.parse(frame);
    return isObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** A transport that begins with frames which were already taken from it. */
function resumed(transport: Transport, held: readonly Received[], rest: AsyncIterator<readonly Received[]>): Transport {
  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    if (held.length > 0) yield held;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return {
    send: (frame) => transport.send(frame),
    frames: { [Symbol.asyncIterator]: frames },
    close: () => transport.close(),
    abort: () => transport.abort?.(),
  };
}

/**
 * The transport of an agent that is written for v2, whatever its client speaks: the client's own handshake decides whether
 * messages pass as they are or through the bridge, in this process.
 */
export function forAnyClient(transport: Transport, options: AnyVersionOptions = {}): Transport {
  // Until the client has spoken there is nothing to send; what is sent all the same can only be meant for it directly.
  let target = transport;

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    const incoming = transport.frames[Symbol.asyncIterator]();
    const { held, sign } = await firstSign(incoming, ({ method }) => method !== undefined);
    const direct = resumed(transport, held, incoming);
    if (sign?.['method'] !== 'initialize' || dialectOfClient(sign['params']) === 2) {
      yield* direct.frames;
      return;
    }
    const [agentEnd, bridgeEnd] = memoryPair();
    target = agentEnd;
    void bridge(direct, bridgeEnd, options);
    yield* agentEnd.frames;
  }

  return {
    send: (frame) => target.send(frame),
    frames: { [Symbol.asyncIterator]: frames },
    close: () => target.close(),
    abort: () => transport.abort?.(),
  };
}

/**
 * The transport of a client that is written for v2, whatever its agent speaks: the agent is asked in v2 first, and its answer
 * decides whether messages pass as they are or through the bridge, in this process.
 */
export function forAnyAgent(transport: Transport, options: AnyVersionOptions = {}): Transport {
  let target = transport;
  let handshake: string | undefined;
  let failure: { readonly cause: unknown } | undefined;

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    const incoming = transport.frames[Symbol.asyncIterator]();
    const { held, sign } = await firstSign(incoming, ({ method }) => method === undefined);
    const direct = resumed(transport, held, incoming);
    const isOurs = sign === undefined || handshake === undefined || isSpokenInV2(sign);
    if (isOurs) {
      yield* direct.frames;
      return;
    }
    const [clientEnd, bridgeEnd] = memoryPair();
    target = clientEnd;
    void clientEnd.send(handshake as string);
    void bridge(bridgeEnd, asked(direct), options);
    for await (const batch of clientEnd.frames) yield failure === undefined ? batch : batch.filter(isNotOnBehalf);
    // Whoever waits learns what really happened, not only that there is nobody any more.
    if (failure !== undefined) throw (failure as { readonly cause: unknown }).cause;
  }

  /** The agent's side for the bridge: the first question is already on its way. */
  function asked(direct: Transport): Transport {
    let isFirst = true;
    async function* watched(): AsyncGenerator<readonly Received[], undefined> {
      try {
        yield* direct.frames;
      } catch (cause) {
        failure = { cause };
        throw cause;
      }
    }
    return {
      send(frame) {
        if (!isFirst) return direct.send(frame);
        isFirst = false;
        return undefined;
      },
      frames: { [Symbol.asyncIterator]: watched },
      close: () => direct.close(),
      abort: () => direct.abort?.(),
    };
  }

  /** The first question, with what is served to a v1 agent in the client's place. */
  function offering(frame: string): string {
    const message = parsed(frame);
    if (options.serve === undefined || message?.['method'] !== 'initialize') return frame;
    return JSON.stringify(withServices(message as unknown as RequestMessage, options.serve));
  }

  /** The bridge answers in the name of an agent that is gone; the failure itself says more. */
  function isNotOnBehalf(frame: Received): boolean {
    const error = parsed(frame)?.['error'];
    const reason = failure?.cause instanceof Error ? failure.cause.message : undefined;
    return !(isObject(error) && error['message'] === reason);
  }

  return {
    send(frame) {
      if (handshake !== undefined) return target.send(frame);
      handshake = frame;
      return target.send(offering(frame));
    },
    frames: { [Symbol.asyncIterator]: frames },
    close: () => target.close(),
    abort: () => transport.abort?.(),
  };
}

function isSpokenInV2(answer: JsonObject): boolean {
  return answer['error'] === undefined && dialectOfAgent(answer['result']) === 2;
}
