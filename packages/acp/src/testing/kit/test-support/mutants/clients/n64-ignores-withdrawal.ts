import { type ClientMutant, paramsOf } from '../client-mutant.ts';

/** Waits for the user's answer to a permission request, and forgets the request when it is withdrawn. */
export const n64IgnoresWithdrawal: ClientMutant = {
  name: 'n64-ignores-withdrawal',
  breaks: 'N64',
  defect: 'Never answers a permission request that was withdrawn while the user thought about it.',
  dialects: ['november'],
  caughtBy: ['permission.withdrawn'],
  isSilent: true,
  offers: {
    // The user thinks until nothing has come for a while.
    requestPermission: ({ options }, { signal }) =>
      new Promise((resolve) => {
        const [first] = options;
        const chosen = first?.optionId ?? { outcome: 'cancelled' as const };
        const timer = setTimeout(resolve, 100, chosen);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve({ outcome: 'cancelled' });
        });
      }),
  },
  make: () => {
    const withdrawn = new Set<unknown>();
    return {
      fromAgent(message, wire) {
        if (message['method'] === '$/cancel_request') withdrawn.add(paramsOf(message)['requestId']);
        wire.toClient(message);
      },
      fromClient(message, wire) {
        const isAsked = wire.requestOf(message)?.['method'] === 'session/request_permission';
        if (!isAsked || !withdrawn.has(message['id'])) wire.toAgent(message);
      },
    };
  },
};
