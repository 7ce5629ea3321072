import { isInitialize, refusalText } from '../../bridge/live/before-handshake.ts';
import { bridge } from '../../bridge/live/bridge.ts';
import { spokenWith } from '../../bridge/live/handshake.ts';
import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import { type AnyVersionOptions, bridged, readOpening } from '../any-version.ts';
import { type ConnectedClient, connectedClient } from './connected-client.ts';

/**
 * Returns a transport for an agent that is written for v2. The client's `initialize` decides whether messages pass unchanged or through
 * a bridge in this process. `onClient` is called before the agent gets its first message.
 */
export function forAnyClient(
  transport: Transport,
  options: AnyVersionOptions,
  onClient: (client: ConnectedClient) => void,
): Transport {
  // Until the handshake has arrived, what is sent goes to the client directly.
  let target = transport;

  /** Refuses a request before the handshake: it is not known yet in which version to pass it on. */
  async function refuse(frame: Received, message: unknown): Promise<boolean> {
    const answer = typeof frame === 'string' ? refusalText(frame, message) : undefined;
    if (answer === undefined) return false;
    notifyListener(options.onEvent, { type: 'before-handshake', frame });
    await transport.send(answer);
    return true;
  }

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    const opening = await readOpening(transport, options.limits?.hardQueue, isInitialize, refuse);
    const direct = opening.transport;
    const client = opening.handshake && connectedClient(opening.handshake['params']);
    if (client !== undefined) onClient(client);
    // Agents are written in June.
    if (client === undefined || spokenWith(opening.handshake?.['params']) === 'june') {
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
