import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that neither passes nor answers requests with unknown methods. */
export const mutant: BridgeMutant = {
  breaks: 'B10',
  defect: 'Neither passes nor answers requests with unknown methods.',
  pair: '1:june',
  caughtBy: ['errors.unknown-method'],
  mayFollow: ['errors.extension', 'errors.passed', 'frames.deep'],
  start: bent({
    agent: () => ({
      received: (message) =>
        message['id'] !== undefined && /emend.check\//.test(String(message['method'])) ? [] : [message],
    }),
  }),
};
