import fc from 'fast-check';
import { anyNovemberStream } from '../../session/test-support/random-november.ts';
import { type LogEvent, loggedTypes } from '../event.ts';

const logged: ReadonlySet<string> = new Set(loggedTypes);
const ends: readonly LogEvent[] = [
  { type: 'prompt_sent', prompt: [{ type: 'text', text: 'go' }] },
  { type: 'turn_ended', stopReason: 'end_turn' },
];

/** Random sessions with what only November has, in turns that end by their answers, as our agents log them. */
export const anyNovemberLog: fc.Arbitrary<readonly LogEvent[]> = fc
  .tuple(anyNovemberStream, fc.array(fc.nat({ max: 7 }), { minLength: 41, maxLength: 41 }))
  .map(([events, turns]) =>
    events
      .filter(({ type }) => logged.has(type) && !type.startsWith('prompt_'))
      .flatMap(({ at: _, ...event }, index): LogEvent[] => {
        const end = ends[turns[index] ?? -1];
        const one = JSON.parse(JSON.stringify(event)) as LogEvent;
        return end === undefined ? [one] : [end, one];
      })
      .concat(ends.slice(1)),
  );
