import { isInitialize, refusalText } from '../bridge/live/before-handshake.ts';
import { bridge } from '../bridge/live/bridge.ts';
import type { BridgeEnd, BridgeOptions } from '../bridge/live/bridge-options.ts';
import { withV1Offers } from '../bridge/live/client-host.ts';
import { dialectOfAgent } from '../bridge/live/dialect.ts';
import { HandshakeBacklog } from '../jsonrpc/handshake-backlog.ts';
import type { Amount } from '../jsonrpc/limits.ts';
import { kindOf, type ResponseMessage } from '../jsonrpc/message.ts';
import { notifyListener } from '../jsonrpc/notify-listener.ts';
import { isObject, type JsonObject } from '../protocol/reading/guard.ts';
import { Gate } from '../transport/gate.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import type { Received, Transport } from '../transport/transport.ts';
import { type ConnectedClient, connectedClient } from './agent/connected-client.ts';

/** How the other version is bridged; `rewrite` and `onWaiting` matter to agents with v1 clients, the rest to clients of v1 agents. */
export type AnyVersionOptions = Omit<BridgeOptions, 'onEnd'>;

type Batches = readonly (readonly Received[])[];

/** What was read until the handshake showed; `sign` is missing if it never did, and `rest` is what is still to be read. */
interface FirstSign {
  readonly held: Batches;
  readonly sign: JsonObject | undefined;
  readonly rest: AsyncIterator<readonly Received[]>;
}

/** Looks at what arrives until the handshake shows; everything looked at is still delivered, but for what is refused at once. */
async function firstSign(
  frames: AsyncIterator<readonly Received[]>,
  limit: Amount | undefined,
  isSign: (message: unknown) => boolean,
  refuse?: (frame: Received, message: unknown) => Promise<boolean>,
): Promise<FirstSign> {
  const held: (readonly Received[])[] = [];
  const early = new HandshakeBacklog(limit);
  for (;;) {
    const next = await frames.next().catch((cause: unknown) => ({ done: 'failed', cause }) as const);
    if (next.done === 'failed') return { held, sign: undefined, rest: { next: () => Promise.reject(next.cause) } };
    if (next.done === true) return { held, sign: undefined, rest: frames };
    const batch: Received[] = [];
    held.push(batch);
    for (const [index, frame] of next.value.entries()) {
      const message = parsed(frame);
      if (isSign(message)) {
        held.push(next.value.slice(index));
        return { held, sign: message as JsonObject, rest: frames };
      }
      if (kindOf(message) !== 'invalid' && (await refuse?.(frame, message)) === true) continue;
      batch.push(frame);
      const overrun = early.keep(frame);
      if (overrun === undefined) continue;
      await frames.return?.();
      throw overrun;
    }
  }
}

function parsed(frame: Received): unknown {
  if (typeof frame !== 'string') return undefined;
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}

/** A transport that begins with frames which were already taken from it. */
function resumed(transport: Transport, held: Batches, rest: AsyncIterator<readonly Received[]>): Transport {
  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    yield* held;
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
 * What is read at the near end of a bridge in this process. Whoever waits there learns what really happened, not only that
 * there is nobody any more.
 */
async function* bridged(
  near: Transport,
  run: (onEnd: (end: Pick<BridgeEnd, 'cause'>) => void) => Promise<unknown>,
): AsyncGenerator<readonly Received[], undefined> {
  let failure: { readonly cause: unknown } | undefined;
  const onEnd = ({ cause }: Pick<BridgeEnd, 'cause'>) => {
    if (cause !== undefined) failure ??= { cause };
  };
  /** The bridge answers in the name of a peer that is gone; the failure itself says more. */
  function isNotOnBehalf(frame: Received): boolean {
    const message = parsed(frame);
    const error = isObject(message) ? message['error'] : undefined;
    const reason = failure?.cause instanceof Error ? failure.cause.message : undefined;
    return !(isObject(error) && error['message'] === reason);
  }
  run(onEnd).catch((cause: unknown) => onEnd({ cause }));
  for await (const batch of near.frames) yield failure === undefined ? batch : batch.filter(isNotOnBehalf);
  if (failure !== undefined) throw (failure as { readonly cause: unknown }).cause;
}

/**
 * The transport of an agent that is written for v2, whatever its client speaks: the client's own handshake decides whether
 * messages pass as they are or through the bridge, in this process. `onClient` is called before the agent is asked anything.
 */
export function forAnyClient(
  transport: Transport,
  options: AnyVersionOptions = {},
  onClient?: (client: ConnectedClient) => void,
): Transport {
  // Until the client has spoken there is nothing to send; what is sent all the same can only be meant for it directly.
  let target = transport;

  /** A request before the handshake is refused here, since nobody can tell yet in which version to answer it. */
  async function refuse(frame: Received, message: unknown): Promise<boolean> {
    const answer = typeof frame === 'string' ? refusalText(frame, message) : undefined;
    if (answer === undefined) return false;
    notifyListener(options.onEvent, { event: 'before-handshake', frame });
    await transport.send(answer);
    return true;
  }

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    const incoming = transport.frames[Symbol.asyncIterator]();
    const { held, sign, rest } = await firstSign(incoming, options.limits?.hardQueue, isInitialize, refuse);
    const direct = resumed(transport, held, rest);
    const client = sign === undefined ? undefined : connectedClient(sign['params']);
    if (client !== undefined) onClient?.(client);
    if (client === undefined || client.protocolVersion === 2) {
      yield* direct.frames;
      return;
    }
    const [agentEnd, bridgeEnd] = memoryPair();
    target = agentEnd;
    yield* bridged(agentEnd, (onEnd) => bridge(direct, bridgeEnd, { ...options, onEnd }));
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
  let isClosed = false;

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    const incoming = transport.frames[Symbol.asyncIterator]();
    const { held, sign, rest } = await firstSign(incoming, options.limits?.hardQueue, isAnswer);
    const direct = resumed(transport, held, rest);
    // An agent that has ended without an answer may have refused v2 that way: the bridge asks a fresh one for v1.
    const isBridged = sign === undefined ? options.restart !== undefined && !isClosed : !isSpokenInV2(sign);
    if (handshake === undefined || !isBridged) {
      yield* direct.frames;
      return;
    }
    const [clientEnd, bridgeEnd] = memoryPair();
    target = clientEnd;
    void clientEnd.send(handshake);
    yield* bridged(clientEnd, (onEnd) => bridge(bridgeEnd, asked(direct), { ...options, onEnd }));
  }

  /** Only the answer to the handshake decides; agents print objects of other kinds, too. */
  function isAnswer(message: unknown): boolean {
    if (kindOf(message) !== 'response') return false;
    const asked = handshake === undefined ? undefined : parsed(handshake);
    return isObject(asked) && asked['id'] === (message as ResponseMessage).id;
  }

  /** The agent's side for the bridge: the first question is already on its way, and nothing is read before the bridge knows it. */
  function asked(direct: Transport): Transport {
    const first = new Gate();
    let isFirst = true;
    async function* frames(): AsyncGenerator<readonly Received[], undefined> {
      await first.promise;
      yield* direct.frames;
    }
    return {
      ...direct,
      frames: { [Symbol.asyncIterator]: frames },
      send(frame) {
        if (!isFirst) return direct.send(frame);
        isFirst = false;
        first.open();
        return undefined;
      },
      close() {
        first.open();
        return direct.close();
      },
    };
  }

  /** The first question, with what a v1 agent is offered where such an agent looks for it. */
  function offering(frame: string): string {
    const request = parsed(frame);
    if (!isInitialize(request)) return frame;
    const offered = withV1Offers(request, options.serve);
    return offered === request ? frame : JSON.stringify(offered);
  }

  return {
    send(frame) {
      if (handshake !== undefined) return target.send(frame);
      handshake = frame;
      return target.send(offering(frame));
    },
    frames: { [Symbol.asyncIterator]: frames },
    close() {
      isClosed = true;
      return target.close();
    },
    abort() {
      isClosed = true;
      transport.abort?.();
    },
  };
}

function isSpokenInV2(answer: JsonObject): boolean {
  return answer['error'] === undefined && dialectOfAgent(answer['result']) === 2;
}
