import { rightBridge } from '../../right-bridge.ts';
import type { BridgeMutant } from './bridge-mutant.ts';

const start = rightBridge();

/** A bridge that leaves processes behind. */
export const mutant: BridgeMutant = {
  breaks: 'K6',
  defect: 'Leaves processes behind.',
  pair: 'june:june',
  caughtBy: ['ends.client-leaves'],
  start: async (options) => ({ ...(await start(options)), leavesProcesses: async () => true }),
};
