import { badCall, type ClientMutant } from '../client-mutant.ts';

/** Says its capabilities as a text. */
export const n01MalformedCapabilities: ClientMutant = {
  name: 'n01-malformed-capabilities',
  breaks: 'N1',
  defect: 'Says its capabilities as a text.',
  dialects: ['november'],
  caughtBy: ['handshake.first'],
  make: () => badCall('initialize', (params) => ({ ...params, capabilities: 'all' })),
};
