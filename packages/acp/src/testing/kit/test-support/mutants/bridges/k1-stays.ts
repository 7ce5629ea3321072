import { Gate } from '../../../../../transport/gate.ts';
import type { Received, Transport } from '../../../../../transport/transport.ts';
import { rightBridge } from '../../right-bridge.ts';
import type { BridgeMutant } from './bridge-mutant.ts';

/** Keeps the bridge running: the end of the client does not reach it. */
function staying(transport: Transport): Transport {
  const left = new Gate();
  return {
    send: (frame) => transport.send(frame),
    frames: until(transport, left),
    close: async () => left.open(),
  };
}

async function* until(transport: Transport, left: Gate): AsyncGenerator<readonly Received[]> {
  const frames = transport.frames[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([frames.next(), left.promise]);
    if (next === undefined || next.done === true) return;
    yield next.value;
  }
}

/** A bridge that stays connected to the agent when its client has left. */
export const mutant: BridgeMutant = {
  breaks: 'K1',
  defect: 'Stays connected to the agent when its client has left.',
  pair: 'june:1',
  caughtBy: ['ends.client-leaves', 'ends.client-leaves-question'],
  isSlow: true,
  start: rightBridge({}, { client: staying }),
};
