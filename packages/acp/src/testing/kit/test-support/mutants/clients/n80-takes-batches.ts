import type { ClientMutant } from '../client-mutant.ts';

/** Takes a batch for its messages. */
export const n80TakesBatches: ClientMutant = {
  name: 'n80-takes-batches',
  breaks: 'N80',
  defect: 'Takes a batch for its messages.',
  dialects: ['november'],
  caughtBy: ['frames.batch'],
  make: () => ({
    lineFromAgent(text, wire) {
      const isBatch = text.startsWith('[{');
      for (const item of isBatch ? JSON.parse(text) : [text]) wire.toClient(item);
    },
  }),
};
