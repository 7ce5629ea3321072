import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import type { SessionUpdate } from '../protocol/june/generated/session-update.ts';
import type { SessionEvent } from '../session/event.ts';
import { divided } from '../session/november-parts.ts';
import { applyEvents } from '../session/reduce/apply.ts';
import { newSessionState, type SessionState } from '../session/state.ts';
import { entriesOf } from '../testing/log-sessions.ts';
import type { LogEvent } from './event.ts';
import { joinedReplay } from './joined-replay.ts';
import { MemoryLog } from './memory-log.ts';
import { foldEntries } from './restore.ts';
import { anyLog } from './test-support/random-log.ts';
import { anyNovemberLog } from './test-support/random-november-log.ts';
import { toldEntries } from './told-entries.ts';

type Told = Extract<SessionEvent, { readonly type: 'update' }>;

/** What a client was told that was there from the start, in a few words: updates, options, and the tool calls of questions. */
function toldLive(events: readonly LogEvent[]): Told[] {
  return events.flatMap((event): Told[] => {
    if (event.type === 'update') return [event];
    if (event.type === 'configured')
      return [
        { type: 'update', update: { sessionUpdate: 'config_option_update', configOptions: event.configOptions } },
      ];
    if (event.type !== 'permission_opened') return [];
    const toolCall = event.toolCall ?? (event.subject as { readonly toolCall?: object } | undefined)?.toolCall;
    const update = { sessionUpdate: 'tool_call_update', ...toolCall } as SessionUpdate;
    return toolCall === undefined ? [] : [{ ...event, type: 'update', update } as unknown as Told];
  });
}

/** What only November can say is of November. */
const toldNow = (update: SessionUpdate): Told =>
  divided(update).june === undefined
    ? ({ type: 'update', dialect: 'november', update } as Told)
    : { type: 'update', update };

/** What a state shows; prompts that no message repeats, which only a load tells, are left out. */
function shown(state: SessionState): unknown {
  const updates = joinedReplay(state).filter(
    (update) => !/^prompt-\d/.test(String((update as { readonly messageId?: unknown }).messageId)),
  );
  return JSON.parse(JSON.stringify(updates));
}

test.each([
  ['June', anyLog],
  ['November', anyNovemberLog],
] as const)(
  '[LG28] [X12] property: whatever a client has of a session of %s, the entries after it tell the rest, also after folding and erasing',
  async (_, anyEvents) => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(
        anyEvents,
        fc.constantFrom('erase' as const, 'keep' as const),
        fc.boolean(),
        async (events, history, isFolded) => {
          const log = new MemoryLog();
          await log.create({ sessionId: 's', cwd: '/project', at: 0 });
          await log.append('s', events, { expected: 0, at: 1, history });
          if (isFolded) await log.compact('s');
          const all = await entriesOf(log, 's');
          const state = foldEntries(newSessionState(), all);
          const whole = shown(state);
          for (let after = -1; after < events.length; after++) {
            const had = toldLive(events.slice(0, after + 1));
            const rest = toldEntries(await entriesOf(log, 's', after + 1), state);
            // What clears the current message means another one to who does not know of the turns, live as well.
            if (rest === undefined || had.some(({ update }) => update.sessionUpdate.endsWith('_clear'))) continue;
            told += 1;
            const client = applyEvents(newSessionState(), [...had, ...rest.map(toldNow)]);
            expect([after, shown(client)]).toEqual([after, whole]);
          }
        },
      ),
      { numRuns: counts({ short: 60, long: 1_500 }) },
    );
    expect(told).toBeGreaterThan(60);
  },
);
