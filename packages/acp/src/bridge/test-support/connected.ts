import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { bridge } from '../live/bridge.ts';
import type { BridgeEvent, BridgeOptions } from '../live/bridge-options.ts';

/** A client and an agent with a bridge between them. */
export function connected(options: BridgeOptions = {}) {
  const [clientEnd, bridgeToClient] = memoryPair();
  const [agentEnd, bridgeToAgent] = memoryPair();
  const events: BridgeEvent[] = [];
  const ended = bridge(bridgeToClient, bridgeToAgent, { ...options, onEvent: (event) => events.push(event) });
  return { client: new ScriptedPeer(clientEnd), agent: new ScriptedPeer(agentEnd), clientEnd, agentEnd, events, ended };
}
