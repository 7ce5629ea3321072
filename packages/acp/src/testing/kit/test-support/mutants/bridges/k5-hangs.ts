import { Gate } from '../../../../../transport/gate.ts';
import type { Received, Transport } from '../../../../../transport/transport.ts';
import { rightBridge } from '../../right-bridge.ts';
import type { BridgeMutant } from './bridge-mutant.ts';

/** Does not let the client know of the end, nor of errors that answer for the agent. */
function silent(transport: Transport): Transport {
  const left = new Gate();
  const close = async () => {
    left.open();
    await transport.close();
  };
  return { send: (frame) => transport.send(frame), frames: endless(transport, left), close };
}

async function* endless(transport: Transport, left: Gate): AsyncGenerator<readonly Received[]> {
  for await (const batch of transport.frames) yield batch.filter((frame) => !String(frame).includes('-32603'));
  await left.promise;
}

/** A bridge that leaves its client waiting when the agent has died. */
export const mutant: BridgeMutant = {
  breaks: 'K5',
  defect: 'Leaves its client waiting when the agent has died.',
  pair: '1:november',
  caughtBy: ['ends.agent-dies', 'ends.agent-dies-first'],
  mayFollow: ['handshake.refused'],
  start: rightBridge({}, { client: silent }),
};
