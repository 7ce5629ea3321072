import type { ClientMutant } from '../client-mutant.ts';

/** Ends when a line is no message. */
export const k05EndsOnNoise: ClientMutant = {
  name: 'k05-ends-on-noise',
  breaks: 'K5',
  defect: 'Ends when a line is no message.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['frames.noise', 'handshake.noise'],
  mayFollow: ['frames.batch'],
  make: () => ({ lineFromAgent: (_, wire) => wire.end() }),
};
