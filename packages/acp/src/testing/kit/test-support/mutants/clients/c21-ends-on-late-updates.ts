import type { ClientMutant } from '../client-mutant.ts';

/** Ends when an update comes after a cancel. */
export const c21EndsOnLateUpdates: ClientMutant = {
  name: 'c21-ends-on-late-updates',
  breaks: 'C21',
  defect: 'Ends when an update comes after a cancel.',
  dialects: ['v1', 'june'],
  caughtBy: ['cancel.late-updates'],
  mayFollow: ['cancel.sent'],
  make: () => {
    let isCancelled = false;
    return {
      fromClient(message, wire) {
        isCancelled ||= message['method'] === 'session/cancel';
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        if (isCancelled && message['method'] === 'session/update') wire.end();
        else wire.toClient(message);
      },
    };
  },
};
