import { isInitialize, refusalText } from '../../bridge/live/before-handshake.ts';
import { bridge } from '../../bridge/live/bridge.ts';
import type { BridgeEvent } from '../../bridge/live/bridge-options.ts';
import { idText, readExactly } from '../../jsonrpc/exact-id.ts';
import type { RequestMessage } from '../../jsonrpc/message.ts';
import { errorText } from '../../jsonrpc/message-text.ts';
import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { readClient } from '../../protocol/handshake.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import { type AnyVersionOptions, bridged, readOpening } from '../any-version.ts';
import { type ConnectedClient, connectedClient } from './connected-client.ts';

/** Who is told about a client, and which ones need no bridge. */
interface ClientWatch {
  /** Called before the agent gets its first message, and again if the client repeats its handshake. */
  readonly onClient?: (client: ConnectedClient) => void;
  /** Called when the client has ended the connection, before the bridge answers in its place. */
  readonly onGone?: () => void;
  /** Whether messages of a dialect pass unchanged. By default those of June do, in which agents are written. */
  readonly isDirect?: (dialect: Dialect) => boolean;
}

/**
 * Returns a transport for an agent that is written for v2. The client's `initialize` decides whether messages pass unchanged or through
 * a bridge in this process.
 */
export function forAnyClient(
  transport: Transport,
  options: AnyVersionOptions,
  { onClient = () => {}, onGone = () => {}, isDirect = (dialect) => dialect === 'june' }: ClientWatch,
): Transport {
  // Until the handshake has arrived, what is sent goes to the client directly.
  let target = transport;

  const { dialects: speaks } = options;

  /** Refuses what cannot open the connection: a handshake that says nothing, and any other request, since it is not known yet how to read it. */
  async function refuse(frame: Received, message: unknown): Promise<boolean> {
    const answer =
      typeof frame === 'string' ? (handshakeRefusal(frame, message) ?? refusalText(frame, message)) : undefined;
    if (answer === undefined) return false;
    if (!isInitialize(message)) notifyListener(options.onEvent, { type: 'before-handshake', frame });
    await transport.send(answer);
    return true;
  }

  function dialectIn(message: unknown): Dialect | undefined {
    return isInitialize(message) ? readClient(message.params, speaks).dialect : undefined;
  }

  /** Returns the text of the answer to an `initialize` request that is refused. */
  function handshakeRefusal(frame: string, message: unknown): string | undefined {
    if (!isInitialize(message)) return undefined;
    const { refusal } = readClient(message.params, speaks);
    const { id } = (readExactly(frame, message)?.value ?? message) as RequestMessage;
    return refusal && errorText(idText(id), new RpcError(refusal.code, refusal.message, refusal.data));
  }

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    const isOpening = (message: unknown) => dialectIn(message) !== undefined;
    const opening = await readOpening(transport, options.limits?.hardQueue, isOpening, refuse);
    const direct = watchedEnd(opening.transport, onGone);
    const dialect = dialectIn(opening.handshake);
    if (dialect !== undefined) onClient(connectedClient(opening.handshake?.['params'], dialect));
    if (dialect === undefined || isDirect(dialect)) {
      yield* direct.frames;
      return;
    }
    const [agentEnd, bridgeEnd] = memoryPair();
    target = agentEnd;
    const onEvent = (event: BridgeEvent) => {
      if (event.type === 'initialized-again') onClient(connectedClient(event.params, event.client));
      options.onEvent?.(event);
    };
    yield* bridged(agentEnd, (onEnd) => bridge(direct, bridgeEnd, { ...options, onEvent, onEnd }));
  }

  return {
    send: (frame) => target.send(frame),
    rewrite(replace) {
      transport.rewrite?.(replace);
      if (target !== transport) target.rewrite?.(replace);
    },
    frames: { [Symbol.asyncIterator]: frames },
    close: () => target.close(),
    abort: () => transport.abort?.(),
  };
}

/** Returns a transport that tells when what arrives has ended. */
function watchedEnd(transport: Transport, onEnd: () => void): Transport {
  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    try {
      yield* transport.frames;
    } finally {
      onEnd();
    }
  }
  return {
    send: (frame) => transport.send(frame),
    frames: { [Symbol.asyncIterator]: frames },
    close: () => transport.close(),
    abort: () => transport.abort?.(),
  };
}
