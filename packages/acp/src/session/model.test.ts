import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { applyEvent, applyEvents } from './apply.ts';
import { foldedSession } from './folded.ts';
import { readUpdate } from './read-update.ts';
import { replayOf } from './replay.ts';
import { newSessionState, type SessionState } from './state.ts';
import { naiveFold } from './test-support/naive-model.ts';
import { anyEvent, anyStream } from './test-support/random-events.ts';

/** The folded state as it would be written, without the words of the diagnostics. */
function plain(state: SessionState): Record<string, unknown> {
  const folded = JSON.parse(JSON.stringify(foldedSession(state)));
  for (const diagnostic of folded.diagnostics) delete diagnostic.detail;
  return folded;
}

/** What the model says, as it would be written. */
function modelled(events: Parameters<typeof naiveFold>[0]): Record<string, unknown> {
  return JSON.parse(JSON.stringify(naiveFold(events)));
}

/** Compares fast, and tells the difference in full only where there is one. */
function expectSame(actual: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(actual, wanted)) expect(actual).toEqual(wanted);
}

const patience = counts({ short: 60_000, long: 1_200_000 });

test(
  '[SE1] the reducer and a naive model agree on every random stream',
  () => {
    fc.assert(
      fc.property(anyStream, (events) => {
        expectSame(plain(applyEvents(newSessionState(), events)), modelled(events));
      }),
      { numRuns: counts({ short: 5_000, long: 50_000 }) },
    );
  },
  patience,
);

test(
  '[SE2] no kept snapshot changes, and whoever goes on from one gets a history of their own',
  () => {
    fc.assert(
      fc.property(anyStream, anyStream, fc.nat(), (first, second, cut) => {
        const at = cut % (first.length + 1);
        const kept = applyEvents(newSessionState(), first.slice(0, at));
        const text = JSON.stringify(foldedSession(kept));
        const mainLine = applyEvents(kept, first.slice(at));
        const fork = applyEvents(kept, second);
        const again = applyEvents(kept, first.slice(at));
        expect(JSON.stringify(foldedSession(kept))).toBe(text);
        expectSame(plain(mainLine), modelled(first));
        expectSame(plain(again), modelled(first));
        expectSame(plain(fork), modelled([...first.slice(0, at), ...second]));
      }),
      { numRuns: counts({ short: 500, long: 5_000 }) },
    );
  },
  patience,
);

test(
  '[SE3] an event that changes nothing gives the same object',
  () => {
    fc.assert(
      fc.property(anyStream, anyEvent, (events, event) => {
        const state = applyEvents(newSessionState(), events);
        const once = applyEvent(state, event);
        const twice = applyEvent(once, event);
        if (event.type !== 'update' || once.diagnostics !== state.diagnostics || twice.diagnostics !== once.diagnostics)
          return;
        const tag = event.update.sessionUpdate;
        // Appending and unknown updates are meant to add up; everything else says the same thing twice.
        if (tag.endsWith('_chunk') || twice.timeline !== once.timeline) return;
        expect(twice).toBe(once);
      }),
      { numRuns: counts({ short: 2_000, long: 20_000 }) },
    );
  },
  patience,
);

test(
  '[SE46] a replay of a state rebuilds what it shows',
  () => {
    fc.assert(
      fc.property(anyStream, (events) => {
        const state = applyEvents(newSessionState(), events);
        const updates = JSON.parse(JSON.stringify(replayOf(state))) as unknown[];
        const rebuilt = applyEvents(
          newSessionState(),
          updates.map((update) => readUpdate(update, undefined, 'strict')),
        );
        const shown = ({ turns: _, permissions: __, diagnostics: ___, ...rest }: Record<string, unknown>) => rest;
        expectSame(shown(plain(rebuilt)), shown(plain(state)));
        expect(rebuilt.diagnostics.toArray().filter(({ code }) => code.startsWith('malformed'))).toEqual([]);
      }),
      { numRuns: counts({ short: 500, long: 5_000 }) },
    );
  },
  patience,
);
