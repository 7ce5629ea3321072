import { type ClientMutant, paramsOf } from '../client-mutant.ts';

/** Never answers a question that was withdrawn. */
export const b19ForgetsWithdrawn: ClientMutant = {
  name: 'b19-forgets-withdrawn',
  breaks: 'B19',
  defect: 'Never answers a question that was withdrawn.',
  dialects: ['november'],
  caughtBy: ['requests.elicitation'],
  isSilent: true,
  offers: {
    elicitation: {
      form: (_, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ action: 'cancel' }))),
    },
  },
  make: () => {
    const withdrawn = new Set<unknown>();
    return {
      fromAgent(message, wire) {
        if (message['method'] === '$/cancel_request') withdrawn.add(paramsOf(message)['requestId']);
        wire.toClient(message);
      },
      fromClient(message, wire) {
        const isElicited = wire.requestOf(message)?.['method'] === 'elicitation/create';
        if (!isElicited || !withdrawn.has(message['id'])) wire.toAgent(message);
      },
    };
  },
};
