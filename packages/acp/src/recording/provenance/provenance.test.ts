import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { SessionEvent } from '../../session/event.ts';
import type { SessionLimits } from '../../session/limits.ts';
import { applyEvent } from '../../session/reduce/apply.ts';
import { newSessionState, type SessionState } from '../../session/state.ts';
import { call, chunk, eventsOf, prompt, type Step, text, whole } from '../../session/test-support/fold.ts';
import { anyStream } from '../../session/test-support/random-events.ts';
import { anyNovemberStream } from '../../session/test-support/random-november.ts';
import { NaiveProvenance, plainProvenance } from '../test-support/naive-provenance.ts';
import { isCorrection } from './correction.ts';
import { nextProvenance, noProvenance, type Provenance } from './provenance.ts';

interface Told {
  readonly state: SessionState;
  readonly provenance: Provenance;
}

function told(events: readonly SessionEvent[], from: Told): Told {
  let { state, provenance } = from;
  for (const event of events) {
    const next = applyEvent(state, event);
    provenance = nextProvenance(provenance, state, next, event.at as number);
    state = next;
  }
  return { state, provenance };
}

const start = (limits: Partial<SessionLimits> = {}): Told => ({
  state: newSessionState(limits),
  provenance: noProvenance,
});

function after(...steps: Step[]): Told {
  return told(eventsOf(steps), start());
}

/** Compares fast, and tells the difference in full only where there is one. */
function expectSame(actual: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(actual, wanted)) expect(actual).toEqual(wanted);
}

const numRuns = counts({ short: 60, long: 1_500 });
const anyLimits = fc.constantFrom<Partial<SessionLimits>>(
  {},
  { entries: 4 },
  { entries: 6, items: 3 },
  { items: 4, terminalBytes: 5 },
  { rawLength: 4, terminalBytes: 3 },
);

test('[RC20] the frames of all parts are those of a model that compares whole states, with every limit', () => {
  fc.assert(
    fc.property(fc.oneof(anyStream, anyNovemberStream), anyLimits, (events, limits) => {
      const model = new NaiveProvenance();
      let state = newSessionState(limits);
      let provenance = noProvenance;
      // Nothing that comes over a wire is the same object twice.
      for (const event of events.map((one) => structuredClone(one))) {
        const next = applyEvent(state, event);
        provenance = nextProvenance(provenance, state, next, event.at as number);
        model.next(state, event, next, event.at as number);
        state = next;
        expectSame(plainProvenance(state, provenance), model.value);
      }
    }),
    { numRuns },
  );
});

test('[RC20] what a limit leaves of a list keeps its frames', () => {
  const chunks = ['A', 'B', 'C', 'D', 'E'].map((value) => chunk('m', value));
  const { provenance } = told(eventsOf(chunks), start({ items: 4 }));
  expect(provenance.messages.at(0)?.content.toArray()).toEqual([3, 4, 5]);
});

test('[RC21] a provenance never changes, and one that goes on from an older one is right', () => {
  fc.assert(
    fc.property(anyStream, anyStream, fc.nat(), (first, second, cut) => {
      const kept = told(first.slice(0, cut % (first.length + 1)), start());
      const plain = plainProvenance(kept.state, kept.provenance);
      const later = second.map((event) => ({ ...event, at: (event.at as number) + 100 }));
      told(first.slice(cut % (first.length + 1)), kept);
      const fork = told(later, kept);
      expectSame(plainProvenance(kept.state, kept.provenance), plain);
      const anew = told([...first.slice(0, cut % (first.length + 1)), ...later], start());
      expectSame(plainProvenance(fork.state, fork.provenance), plainProvenance(anew.state, anew.provenance));
    }),
    { numRuns },
  );
});

test('[RC21] an event that changes nothing gives the same provenance, and a chunk leaves all other origins as they are', () => {
  const kept = after(chunk('a', 'A'), call('c', { title: 'T' }), whole('b', { content: [text('B')] }));
  const same = told(eventsOf([call('c', { title: 'T' })]), kept);
  expect(same.provenance).toBe(kept.provenance);
  const grown = told([{ ...(eventsOf([chunk('b', 'C')])[0] as SessionEvent), at: 9 }], kept);
  expect(grown.provenance.messages.at(0)).toBe(kept.provenance.messages.at(0));
  expect(grown.provenance.toolCalls).toBe(kept.provenance.toolCalls);
  expect(grown.provenance.messages.at(1)).toMatchObject({ created: 3, changed: 9, fields: { content: 9 } });
  expect(grown.provenance.messages.at(1)?.content.toArray()).toEqual([3, 9]);
});

test('[RC22] chunks, a replacement, a clear and null each name their frame', () => {
  const steps = [
    chunk('m', 'A'),
    chunk('m', 'B'),
    whole('m', { _meta: { a: 1 } }),
    whole('m', { content: [text('C')] }),
    chunk('m', 'D'),
  ];
  const { provenance } = after(...steps);
  expect(provenance.messages.at(0)).toMatchObject({ created: 1, changed: 5, fields: { content: 5, _meta: 3 } });
  expect(provenance.messages.at(0)?.content.toArray()).toEqual([4, 5]);
  const cleared = after(...steps, { sessionUpdate: 'agent_message_clear' }, whole('m', { _meta: null }));
  expect(cleared.provenance.messages.at(0)).toMatchObject({ created: 1, changed: 7, fields: { content: 6, _meta: 7 } });
  expect(cleared.provenance.messages.at(0)?.content.toArray()).toEqual([]);
});

test('[RC24] a replacement or a clear corrects; what repeats or continues the chunks does not', () => {
  const correctedAfter = (...steps: Step[]) => after(...steps).provenance.messages.at(0)?.corrected;
  const said = [chunk('m', 'A'), chunk('m', 'B')] as const;
  expect(correctedAfter(...said)).toBeUndefined();
  expect(correctedAfter(...said, whole('m', { content: [text('AB')] }))).toBeUndefined();
  expect(correctedAfter(...said, whole('m', { content: [text('A'), text(''), text('BC')] }))).toBeUndefined();
  expect(correctedAfter(...said, whole('m', { _meta: { a: 1 } }))).toBeUndefined();
  expect(correctedAfter(...said, whole('m', { content: [text('A')] }))).toBe(3);
  expect(correctedAfter(...said, whole('m', { content: null }), chunk('m', 'C'))).toBe(3);
  expect(correctedAfter(...said, { sessionUpdate: 'agent_message_clear' }, whole('m', { content: [text('C')] }))).toBe(
    3,
  );
  const first = after(...said);
  expect(isCorrection(first.state, first.state)).toBe(false);
  const replaced = told([{ ...(eventsOf([whole('m', { content: [text('C')] })])[0] as SessionEvent), at: 9 }], first);
  expect([isCorrection(first.state, replaced.state), replaced.provenance.messages.at(0)?.corrected]).toEqual([true, 9]);
});

test('[RC23] a load starts anew, and after a failed one the origins are those from before', () => {
  const before = [prompt('p', 1), chunk('m', 'A')] as const;
  const failed = after(
    ...before,
    { type: 'load_started' },
    chunk('m', 'B'),
    { type: 'turn_ended', requestId: 1, stopReason: 'end_turn' },
    { type: 'load_failed' },
  );
  expect(failed.provenance.messages.at(0)?.content.toArray()).toEqual([2]);
  expect(failed.provenance.turns.at(0)).toMatchObject({
    created: 1,
    changed: 5,
    fields: { prompt: 1, status: 5, stopReason: 5, start: 1, end: 5 },
  });
  expect(failed.provenance.beforeLoad).toBeUndefined();
  const done = after(...before, { type: 'load_started' }, chunk('m', 'B'), { type: 'load_ended' });
  expect(done.provenance.messages.at(0)).toMatchObject({ created: 4, changed: 4 });
  expect(done.provenance.turns.length).toBe(0);
});
