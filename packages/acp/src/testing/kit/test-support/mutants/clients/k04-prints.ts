import type { ClientMutant } from '../client-mutant.ts';

/** Writes a line to its agent that is no message. */
export const k04Prints: ClientMutant = {
  name: 'k04-prints',
  breaks: 'K4',
  defect: 'Writes a line to its agent that is no message.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['output.clean'],
  make: () => ({
    fromClient(message, wire) {
      if (message['method'] === 'session/prompt') wire.toAgent('sending the prompt');
      wire.toAgent(message);
    },
  }),
};
