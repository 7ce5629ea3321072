import { isObject } from '../../../../../protocol/reading/guard.ts';
import type { ClientMutant } from '../client-mutant.ts';

/** Goes on with an agent of any version. */
export const n12AnyVersion: ClientMutant = {
  name: 'n12-any-version',
  breaks: 'N12',
  defect: 'Goes on with an agent of any version.',
  dialects: ['november'],
  caughtBy: ['handshake.unknown-version'],
  make: () => ({
    fromAgent(message, wire) {
      const { result } = message;
      const isOther = isObject(result) && result['protocolVersion'] === 4_711;
      wire.toClient(isOther ? { ...message, result: { ...result, protocolVersion: 2 } } : message);
    },
  }),
};
