import type { ClientMutant } from '../client-mutant.ts';

/** Leaves permission requests open when it has cancelled. */
export const n64SilentAfterCancel: ClientMutant = {
  name: 'n64-silent-after-cancel',
  breaks: 'N64',
  defect: 'Leaves permission requests open when it has cancelled.',
  dialects: ['november'],
  caughtBy: ['cancel.permission'],
  isSilent: true,
  make: () => {
    let isCancelled = false;
    return {
      fromClient(message, wire) {
        isCancelled ||= message['method'] === 'session/cancel';
        const isAnswer = wire.requestOf(message)?.['method'] === 'session/request_permission';
        if (!isCancelled || !isAnswer) wire.toAgent(message);
      },
    };
  },
};
