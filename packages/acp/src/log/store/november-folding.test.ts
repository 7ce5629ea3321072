import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import type { LogEntry, LogEvent } from '../event.ts';
import { MemoryLog } from '../memory-log.ts';
import { foldedOf } from '../test-support/random-log.ts';
import { anyNovemberLog } from '../test-support/random-november-log.ts';
import { Compaction } from './compaction.ts';
import { partsOf } from './edit.ts';

const numRuns = counts({ short: 150, long: 2_000 });

async function logOf(events: readonly LogEvent[], history: 'erase' | 'keep'): Promise<MemoryLog> {
  const log = new MemoryLog();
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  await log.append('s', events, { expected: 0, at: 1, history });
  return log;
}

const placed = (events: readonly LogEvent[]): LogEntry[] =>
  events.map((event, position) => ({ position, at: 1, event }));

test('[LG10] erasing does not change what a session with terminals and compactions folds to', async () => {
  await fc.assert(
    fc.asyncProperty(anyNovemberLog, async (events) => {
      const log = await logOf(events, 'erase');
      expect(foldedOf(await entriesOf(log, 's'))).toEqual(foldedOf(placed(events)));
    }),
    { numRuns },
  );
});

test('[LG14] folding does not change what a session with terminals and compactions folds to', async () => {
  await fc.assert(
    fc.asyncProperty(anyNovemberLog, fc.constantFrom('erase' as const, 'keep' as const), async (events, history) => {
      const log = await logOf(events, history);
      await log.compact('s');
      const once = await entriesOf(log, 's');
      expect(foldedOf(once)).toEqual(foldedOf(placed(events)));
      await log.compact('s');
      expect(await entriesOf(log, 's')).toEqual(once);
    }),
    { numRuns },
  );
});

test('[LG14] such a fold in parts, cut off anywhere, does not change what a session folds to', () => {
  fc.assert(
    fc.property(anyNovemberLog, (events) => {
      let entries: readonly LogEntry[] = placed(events);
      const edit = new Compaction().take(entries);
      for (const { put, remove } of partsOf(edit, { put: 1, remove: 1 })) {
        const changed = new Map(put.map((entry) => [entry.position, entry]));
        entries = entries.flatMap((entry) =>
          remove.includes(entry.position) ? [] : [changed.get(entry.position) ?? entry],
        );
        expect(foldedOf(entries)).toEqual(foldedOf(placed(events)));
      }
    }),
    { numRuns: Math.ceil(numRuns / 3) },
  );
});
