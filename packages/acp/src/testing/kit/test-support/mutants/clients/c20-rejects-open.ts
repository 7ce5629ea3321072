import type { ClientMutant } from '../client-mutant.ts';

/** Answers a permission request that was open when it cancelled as if the user had said no. */
export const c20RejectsOpen: ClientMutant = {
  name: 'c20-rejects-open',
  breaks: 'C20',
  defect: 'Rejects what was open when it cancelled, instead of answering "cancelled".',
  dialects: ['v1', 'june'],
  caughtBy: ['cancel.permission'],
  offers: {
    // The user thinks about what is asked while the turn runs, and says at once what is asked elsewhere.
    requestPermission: ({ options, toolCall }, { signal }) =>
      new Promise((resolve) => {
        if (toolCall.toolCallId !== 'open') resolve(options[0]?.optionId ?? { outcome: 'cancelled' });
        signal.addEventListener('abort', () => resolve({ outcome: 'cancelled' }));
      }),
  },
  make: () => ({
    fromClient(message, wire) {
      const isOpen = message['id'] === 'permission-open' && message['method'] === undefined;
      const rejected = { ...message, result: { outcome: { outcome: 'selected', optionId: 'no-1' } } };
      wire.toAgent(isOpen ? rejected : message);
    },
  }),
};
