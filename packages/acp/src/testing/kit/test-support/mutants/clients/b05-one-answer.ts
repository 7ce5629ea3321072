import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Mixes up the answers to two requests. */
export const b05OneAnswer: ClientMutant = {
  name: 'b05-one-answer',
  breaks: 'B5',
  defect: 'Mixes up the answers to two requests.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['permission.two'],
  make: () => {
    const held: JsonObject[] = [];
    return badAnswer(/request_permission/, (answer, wire) => {
      held.push(answer);
      const [first, second] = held;
      if (first === undefined || second === undefined) {
        // Alone it is answered a little later.
        setTimeout(() => held.length === 1 && wire.toAgent(held.pop()), 100);
        return undefined;
      }
      held.length = 0;
      wire.toAgent({ ...first, id: second['id'] });
      return { ...second, id: first['id'] };
    });
  },
};
