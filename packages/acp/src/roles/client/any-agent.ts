import { takenFromV1 } from '../../bridge/edges.ts';
import { initializeForAll } from '../../bridge/initialize-request.ts';
import { isInitialize } from '../../bridge/live/before-handshake.ts';
import { bridge } from '../../bridge/live/bridge.ts';
import { agentHasEnded, type BridgeEvent } from '../../bridge/live/bridge-options.ts';
import { kindOf, type ResponseMessage } from '../../jsonrpc/message.ts';
import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { dialectOfAgent } from '../../protocol/handshake.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import { Gate } from '../../transport/gate.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import { type AnyVersionOptions, bridged, parsed, readOpening } from '../any-version.ts';

/** The client that a transport is for. */
export interface ClientCore {
  /** The dialects that the client speaks itself. Agents of other dialects are translated to June for it. */
  readonly speaks: ReadonlySet<Dialect>;
  /**
   * What an agent that speaks both drafts is asked to speak. A client that prefers November gets what v1 agents send and June has no name
   * for as November has it.
   */
  readonly prefers: 'june' | 'november';
  /**
   * Called once the agent has answered the handshake, before the client gets its first message: with what the agent speaks, and
   * with what the messages that the client gets and sends are in.
   */
  readonly onAgent: (agent: Dialect, spoken: Dialect) => void;
  /** Whether the client goes on over another connection when the agent ends this one: its requests are then not answered by errors. */
  readonly goesOn: boolean;
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
    const isAccepted = answer !== undefined && answer['error'] === undefined;
    const dialect = isAccepted ? dialectOfAgent(answer['result']) : undefined;
    const isSpoken = dialect !== undefined && core.speaks.has(dialect);
    // An agent that ends without an answer may have refused v2 that way: the bridge starts it again and asks for v1.
    const mayAskAgain = answer === undefined ? options.restart !== undefined && !isClosed : !isAccepted;
    // The client itself refuses a version that is not known here.
    const isBridged = isAccepted ? dialect !== undefined && !isSpoken : mayAskAgain;
    if (handshake === undefined || !isBridged) {
      if (isSpoken) core.onAgent(dialect, dialect);
      yield* direct.frames;
      return;
    }
    const [clientEnd, bridgeEnd] = memoryPair();
    target = clientEnd;
    const takesNovember = core.prefers === 'november';
    void clientEnd.send(inJune(handshake, takesNovember ? takenFromV1 : undefined));
    const onEvent = (event: BridgeEvent) => {
      if (event.type === 'connected') core.onAgent(event.agent, 'june');
      options.onEvent?.(event);
    };
    yield* bridged(
      clientEnd,
      (onEnd) => bridge(bridgeEnd, alreadyAsked(direct), { ...options, takesNovember, onEvent, onEnd }),
      core.goesOn ? agentHasEnded : undefined,
    );
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

  /** Puts the first request in words for agents of every dialect; those that speak several are told which one the client prefers. */
  function forAll(frame: string): string {
    return reworded(frame, (params) => initializeForAll(params, core.prefers, options.serve));
  }

  return {
    send(frame) {
      if (handshake !== undefined) return target.send(frame);
      handshake = frame;
      return target.send(forAll(frame));
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

/** Returns an `initialize` request in the words of June, in which the bridge talks to the client; `clientCapabilities` are for v1. */
function inJune(frame: string, clientCapabilities: JsonObject | undefined): string {
  return reworded(frame, ({ info, clientInfo, ...rest }) => ({
    ...rest,
    ...present({ clientInfo: clientInfo ?? info, clientCapabilities }),
  }));
}

function reworded(frame: string, change: (params: JsonObject) => JsonObject): string {
  const request = parsed(frame);
  if (!isInitialize(request) || !isObject(request.params)) return frame;
  return JSON.stringify({ ...request, params: change(request.params) });
}
