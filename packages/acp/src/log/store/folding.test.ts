import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { foldedSession } from '../../session/folded.ts';
import { newSessionState } from '../../session/state.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import type { LogEntry, LogEvent } from '../event.ts';
import { MemoryLog } from '../memory-log.ts';
import { foldEntries } from '../restore.ts';
import { anyLog, foldedOf } from '../test-support/random-log.ts';
import { Compaction } from './compaction.ts';
import { partsOf } from './edit.ts';

const numRuns = counts({ short: 150, long: 1_000 });

async function logOf(events: readonly LogEvent[], history: 'erase' | 'keep'): Promise<MemoryLog> {
  const log = new MemoryLog();
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  await log.append('s', events, { expected: 0, at: 1, history });
  return log;
}

const placed = (events: readonly LogEvent[]): LogEntry[] =>
  events.map((event, position) => ({ position, at: 1, event }));

test('[LG10] erasing does not change what a session folds to', async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, async (events) => {
      const log = await logOf(events, 'erase');
      expect(foldedOf(await entriesOf(log, 's'))).toEqual(foldedOf(placed(events)));
    }),
    { numRuns },
  );
});

test('[LG14] folding does not change what a session folds to, nor does folding again', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLog,
      anyLog,
      fc.constantFrom('erase' as const, 'keep' as const),
      async (first, second, history) => {
        const log = await logOf(first, history);
        await log.compact('s');
        const once = await entriesOf(log, 's');
        await log.compact('s');
        expect(await entriesOf(log, 's')).toEqual(once);
        await log.append('s', second, { expected: first.length, at: 2, history });
        await log.compact('s');
        expect(foldedOf(await entriesOf(log, 's'))).toEqual(foldedOf(placed([...first, ...second])));
      },
    ),
    { numRuns },
  );
});

test('[LG14] a fold in parts, cut off anywhere, does not change what a session folds to', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
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
    { numRuns: Math.ceil(numRuns / 4) },
  );
});

test('[LG14] folding does not make a message current again that another had followed', async () => {
  const events: LogEvent[] = [
    {
      type: 'update',
      update: { sessionUpdate: 'agent_thought_chunk', messageId: 't', content: { type: 'text', text: 'hm' } },
    },
    { type: 'update', update: { sessionUpdate: 'user_message', messageId: 'u' } },
    { type: 'update', update: { sessionUpdate: 'agent_thought', messageId: 't', _meta: { late: true } } },
    { type: 'update', update: { sessionUpdate: 'agent_thought_clear' } },
    { type: 'turn_ended' },
  ];
  const log = await logOf(events, 'keep');
  await log.compact('s');
  expect(foldedOf(await entriesOf(log, 's'))).toEqual(foldedOf(placed(events)));
});

test('[LG15] whoever has read half of a session gets to the same state from what folding has left', async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, fc.nat(), async (events, cut) => {
      const log = await logOf(events, 'keep');
      const from = cut % (events.length + 1);
      const half = foldEntries(newSessionState(), placed(events.slice(0, from)));
      await log.compact('s');
      const rest = foldEntries(half, await entriesOf(log, 's', from));
      const { diagnostics: _, ...whole } = foldedSession(foldEntries(newSessionState(), placed(events)));
      const { diagnostics: __, ...read } = foldedSession(rest);
      expect(JSON.parse(JSON.stringify({ ...read, turns: [] }))).toEqual(
        JSON.parse(JSON.stringify({ ...whole, turns: [] })),
      );
    }),
    { numRuns },
  );
});
