import { dialects } from '../../../../../protocol/dialects.ts';
import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type ClientMutant, endsOn, paramsOf } from '../client-mutant.ts';

/** Ends when an update is malformed. */
export const n82EndsOnMalformed: ClientMutant = {
  name: 'n82-ends-on-malformed',
  breaks: 'N82',
  defect: 'Ends when an update is malformed.',
  dialects: ['november'],
  caughtBy: ['updates.malformed'],
  mayFollow: ['updates.malformed-notification'],
  make: () => {
    const isMalformed = (message: JsonObject) =>
      !dialects.november.sessionUpdate.decode(paramsOf(message), 'lenient').ok;
    return endsOn((message) => message['method'] === 'session/update' && isMalformed(message));
  },
};
