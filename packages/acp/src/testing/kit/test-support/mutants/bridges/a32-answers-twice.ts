import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that answers a prompt twice. */
export const mutant: BridgeMutant = {
  breaks: 'A32',
  defect: 'Answers a prompt twice.',
  pair: '1:june',
  caughtBy: ['prompt.one-answer'],
  mayFollow: ['prompt.two-sessions'],
  start: bent({
    client: () => ({
      received: (message) =>
        isObject(message['result']) && 'stopReason' in message['result'] ? [message, message] : [message],
    }),
  }),
};
