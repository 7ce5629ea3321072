import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that prints a line for people before the first message. */
export const mutant: BridgeMutant = {
  breaks: 'K4',
  defect: 'Prints a line for people before the first message.',
  pair: 'june:1',
  caughtBy: ['frames.clean'],
  mayFollow: ['frames.noise-of-agent', 'handshake.answers', 'handshake.capabilities', 'handshake.agent-info'],
  start: bent({
    client: () => ({
      received: (message) =>
        'capabilities' in (isObject(message['result']) ? message['result'] : {})
          ? ['Bridge 1.0 is ready.', message]
          : [message],
    }),
  }),
};
