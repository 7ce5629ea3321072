import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { foldedSession } from '../folded.ts';
import { divided } from '../november-parts.ts';
import { readUpdate } from '../read-update.ts';
import { applyEvent, applyEvents } from '../reduce/apply.ts';
import { replayOf } from '../replay.ts';
import { newSessionState, type SessionState } from '../state.ts';
import { modelledNovember } from '../test-support/november-model.ts';
import { anyNovemberEvent, anyNovemberStream } from '../test-support/random-november.ts';

/** The folded state as it would be written, without the words of the diagnostics. */
function plain(state: SessionState): Record<string, unknown> {
  const folded = JSON.parse(JSON.stringify(foldedSession(state)));
  for (const diagnostic of folded.diagnostics) delete diagnostic.detail;
  return folded;
}

/** Compares fast, and tells the difference in full only where there is one. */
function expectSame(actual: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(actual, wanted)) expect(actual).toEqual(wanted);
}

const patience = 900_000;

test(
  '[SE1] [N50] [N51] [N52] the reducer and a naive model agree on every random November stream',
  () => {
    fc.assert(
      fc.property(anyNovemberStream, (events) => {
        expectSame(plain(applyEvents(newSessionState(), events)), modelledNovember(events));
      }),
      { numRuns: counts({ short: 200, long: 2_250 }) },
    );
  },
  patience,
);

test(
  '[SE2] no kept snapshot of a November session changes',
  () => {
    fc.assert(
      fc.property(anyNovemberStream, anyNovemberStream, fc.nat(), (first, second, cut) => {
        const at = cut % (first.length + 1);
        const kept = applyEvents(newSessionState(), first.slice(0, at));
        const text = JSON.stringify(foldedSession(kept));
        applyEvents(kept, first.slice(at));
        const fork = applyEvents(kept, second);
        expect(JSON.stringify(foldedSession(kept))).toBe(text);
        expectSame(plain(fork), modelledNovember([...first.slice(0, at), ...second]));
      }),
      { numRuns: counts({ short: 100, long: 1_000 }) },
    );
  },
  patience,
);

test(
  '[SE3] an update of November that says the same again gives the same object',
  () => {
    fc.assert(
      fc.property(anyNovemberStream, anyNovemberEvent, (events, event) => {
        const state = applyEvents(newSessionState(), events);
        const once = applyEvent(state, event);
        const twice = applyEvent(once, event);
        if (event.type !== 'update' || twice.diagnostics !== once.diagnostics || twice.timeline !== once.timeline)
          return;
        const tag = event.update.sessionUpdate;
        // Appending adds up, and each notice is another; everything else says the same thing twice.
        if (tag.endsWith('_chunk') || tag === 'notice') return;
        expect(twice).toBe(once);
      }),
      { numRuns: counts({ short: 120, long: 1_500 }) },
    );
  },
  patience,
);

/** A state made of the replay of another, as it would cross a wire. */
function replayed(state: SessionState): SessionState {
  const updates = JSON.parse(JSON.stringify(replayOf(state)));
  return applyEvents(
    newSessionState(),
    updates.flatMap((update: { readonly sessionUpdate: string }) => {
      const { june, november } = divided(update);
      return [
        ...(june === undefined ? [] : [readUpdate(june, undefined, 'strict')]),
        ...(november === undefined ? [] : [readUpdate(november, undefined, 'strict', 'november')]),
      ];
    }),
  );
}

test(
  '[SE46] a replay of a November session rebuilds what it shows, and no notice',
  () => {
    fc.assert(
      fc.property(anyNovemberStream, (events) => {
        const state = applyEvents(newSessionState(), events);
        const rebuilt = replayed(state);
        const shown = ({ toolCalls, plans, usage, info, terminals, compactions }: Record<string, unknown>) => ({
          ...{ toolCalls, plans, usage, info },
          terminals: terminals ?? [],
          compactions: ((compactions ?? []) as object[]).map((one) => ({ status: 'in_progress', ...one })),
        });
        expectSame(shown(plain(rebuilt)), shown(plain(state)));
        expectSame(replayOf(rebuilt), replayOf(state));
        expect(replayOf(state).filter(({ sessionUpdate }) => sessionUpdate === 'notice')).toEqual([]);
      }),
      { numRuns: counts({ short: 100, long: 1_000 }) },
    );
  },
  patience,
);
