import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that replaces the code of every error by -32603. */
export const mutant: BridgeMutant = {
  breaks: 'B17',
  defect: 'Replaces the code of every error by -32603.',
  pair: 'june:1',
  caughtBy: ['session.error', 'prompt.refused', 'errors.passed'],
  mayFollow: ['prompt.fails', 'errors.unknown-method', 'cancel.request', 'frames.noise-of-client'],
  start: bent({
    client: () => ({
      received: (message) => [
        isObject(message['error']) ? { ...message, error: { ...message['error'], code: -32603 } } : message,
      ],
    }),
  }),
};
