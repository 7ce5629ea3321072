import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type ClientMutant, endsOn } from '../client-mutant.ts';

/** Ends when an update comes before the answer that names its session. */
export const n53EndsOnEarlyUpdates: ClientMutant = {
  name: 'n53-ends-on-early-updates',
  breaks: 'N53',
  defect: 'Ends when an update comes before the answer that names its session.',
  dialects: ['november'],
  caughtBy: ['updates.early'],
  mayFollow: ['load.replay'],
  make: () => {
    let isOpen = false;
    return endsOn((message) => {
      isOpen ||= isObject(message['result']) && message['result']['sessionId'] !== undefined;
      return !isOpen && message['method'] === 'session/update';
    });
  },
};
