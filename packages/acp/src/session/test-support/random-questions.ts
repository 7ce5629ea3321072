import fc from 'fast-check';
import type { SessionEvent } from '../event.ts';

const requestId = fc.constantFrom(0, 1, '0');
const request = fc.constantFrom(
  { mode: 'form', sessionId: 's', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
  { mode: 'url', sessionId: 's', message: 'Log in', elicitationId: 'e', url: 'https://a.example' },
);
const question = fc.oneof(
  fc
    .record({ requestId, request })
    .map((asked) => ({ type: 'elicitation_opened', ...asked }) as unknown as SessionEvent),
  requestId.map((id): SessionEvent => ({ type: 'elicitation_answered', requestId: id })),
);

/** Returns streams of events with forms and pages between them, which the user is asked for and answers. */
export function withQuestions(streams: fc.Arbitrary<readonly SessionEvent[]>): fc.Arbitrary<readonly SessionEvent[]> {
  const places = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), question), { maxLength: 4 });
  return fc.tuple(streams, places).map(([events, questions]) => {
    const mixed = [...events];
    for (const [place, event] of questions) mixed.splice(Math.floor(place * (mixed.length + 1)), 0, event);
    return mixed;
  });
}
