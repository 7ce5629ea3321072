import { badCall, type ClientMutant } from '../client-mutant.ts';

/** Offers files and terminals, and knows neither. */
export const c01EmptyOffer: ClientMutant = {
  name: 'c01-empty-offer',
  breaks: 'C1',
  defect: 'Offers files and terminals, and knows neither.',
  dialects: ['v1'],
  caughtBy: ['requests.files', 'requests.terminals'],
  make: () =>
    badCall('initialize', (params) => ({
      ...params,
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    })),
};
