import { withOffers } from '../../bridge/edges.ts';
import { isInitialize } from '../../bridge/live/before-handshake.ts';
import { bridge } from '../../bridge/live/bridge.ts';
import type { BridgeEvent } from '../../bridge/live/bridge-options.ts';
import { kindOf, type ResponseMessage } from '../../jsonrpc/message.ts';
import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import { type Dialect, dialectOfAgent } from '../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { Gate } from '../../transport/gate.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import { type AnyVersionOptions, bridged, parsed, readOpening } from '../any-version.ts';

/** The client that a transport is for. */
export interface ClientCore {
  /** The dialects that the client speaks itself. Agents of other dialects are translated to June for it. */
  readonly speaks: ReadonlySet<Dialect>;
  /** What an agent that speaks both drafts is asked to speak. */
  readonly prefers: 'june' | 'november';
  /**
   * Called once the agent has answered the handshake, before the client gets its first message: with what the agent speaks, and
   * with what the messages that the client gets and sends are in.
   */
  readonly onAgent: (agent: Dialect, spoken: Dialect) => void;
}

/**
 * Returns a transport for a client that is written for v2. The agent is asked for v2 first, and its answer decides whether messages
 * pass unchanged or through a bridge in this process.
 */
export function forAnyAgent(transport: Transport, options: AnyVersionOptions, core: ClientCore): Transport {
  let target = transport;
  let handshake: string | undefined;
  let isClosed = false;

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    const opening = await readOpening(transport, options.limits?.hardQueue, isAnswer, reportNoise);
    const direct = opening.transport;
    const answer = opening.handshake;
    // An agent that ends without an answer may have refused v2 that way: the bridge starts it again and asks for v1.
    const dialect = answer === undefined ? undefined : dialectOf(answer);
    const isSpoken = dialect !== undefined && core.speaks.has(dialect);
    const isBridged = answer === undefined ? options.restart !== undefined && !isClosed : !isSpoken;
    if (handshake === undefined || !isBridged) {
      if (isSpoken) core.onAgent(dialect, dialect);
      yield* direct.frames;
      return;
    }
    const [clientEnd, bridgeEnd] = memoryPair();
    target = clientEnd;
    void clientEnd.send(handshake);
    const onEvent = (event: BridgeEvent) => {
      if (event.type === 'connected' && event.agent !== 'later') core.onAgent(event.agent, 'june');
      options.onEvent?.(event);
    };
    yield* bridged(clientEnd, (onEnd) => bridge(bridgeEnd, alreadyAsked(direct), { ...options, onEvent, onEnd }));
  }

  /** Only the answer to the handshake decides: agents also print other JSON objects. */
  function isAnswer(message: unknown): boolean {
    if (kindOf(message) !== 'response') return false;
    const asked = handshake === undefined ? undefined : parsed(handshake);
    return isObject(asked) && asked['id'] === (message as ResponseMessage).id;
  }

  /** Reports what is not a message at once: if the handshake fails, it may explain why. */
  function reportNoise(frame: Received, message: unknown): boolean {
    if (kindOf(message) !== 'invalid') return false;
    notifyListener(options.onEvent, { type: 'noise', from: 'agent', frame });
    return true;
  }

  /** Adds what is offered to agents of other dialects to the first request, where such an agent looks for it. */
  function offering(frame: string): string {
    const request = parsed(frame);
    if (!isInitialize(request)) return frame;
    const offered = withOffers(request, options.serve);
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

/** The agent's side of the bridge: the handshake was sent already, and its answer is read only after the bridge has sent it, too. */
function alreadyAsked(direct: Transport): Transport {
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

/** Returns what an agent speaks that has accepted the handshake. */
function dialectOf(answer: JsonObject): Dialect | undefined {
  if (answer['error'] !== undefined) return undefined;
  const dialect = dialectOfAgent(answer['result']);
  return dialect === 'later' ? 'november' : dialect;
}
