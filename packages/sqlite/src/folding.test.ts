import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { LogEvent } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { counts } from '../../../test/support/counts.ts';
import { openSqliteLog } from './sqlite-log.ts';
import { entriesOf, foldedOf, foldedOfEvents } from './test-support/folded.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

const update = (fields: object) => ({ type: 'update', update: fields }) as LogEvent;
const text = (value: string) => ({ type: 'text', text: value });

/** A turn of this many chunks in messages of 100, the first of which a secret. */
function longTurn(chunks: number): LogEvent[] {
  const said = Array.from({ length: chunks }, (_, index) => {
    const messageId = `m${Math.floor(index / 100)}`;
    return update({
      sessionUpdate: 'agent_message_chunk',
      messageId,
      content: text(messageId === 'm0' ? 'secret ' : `${index} `),
    });
  });
  return [{ type: 'prompt_sent', prompt: [] }, ...said, { type: 'turn_ended', stopReason: 'end_turn' }];
}

describe.each(engines)('a log by %s', (engine) => {
  async function opened(events: readonly LogEvent[]) {
    const path = scratchFile();
    const log = await openSqliteLog(path, { engine });
    onTestFinished(() => log.close());
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    await log.append('s', events, { expected: 0, at: 1 });
    return { path, log };
  }

  test('while a long turn is folded, others have their turn', async () => {
    const events = longTurn(5_000);
    const { log } = await opened(events);
    let isFolding = true;
    const folded = log.compact('s').finally(() => {
      isFolding = false;
    });
    let turns = 0;
    for (; isFolding; turns++) await turnOfLoop();
    await folded;
    // A turn of the event loop for each thousand entries that is read, taken and removed.
    expect(turns).toBeGreaterThanOrEqual(15);
    const entries = await entriesOf(log, 's');
    expect([entries.length, foldedOf(entries)]).toEqual([52, foldedOfEvents(events)]);
  });

  test.each(['itself', 'another'])('[LG11] what %s erases while its turn is folded does not come back', async (who) => {
    const events = longTurn(3_000);
    const erasing = update({ sessionUpdate: 'agent_message', messageId: 'm0', content: [text('public')] });
    const more: LogEvent[] = [...events, erasing];
    for (let turns = 0; turns < 24; turns += counts({ short: 3, long: 1 })) {
      const { path, log } = await opened(events);
      const eraser = who === 'itself' ? log : await openSqliteLog(path, { engine, check: false });
      let isFolding = true;
      const folded = log.compact('s').finally(() => {
        isFolding = false;
      });
      for (let turn = 0; turn < turns; turn++) await turnOfLoop();
      // The last rounds may be too late to meet the fold; the first must not be.
      if (turns === 0) expect(isFolding).toBe(true);
      await eraser.append('s', [erasing], { expected: events.length, at: 2 });
      await folded;
      if (eraser !== log) await eraser.close();
      const entries = await entriesOf(log, 's');
      expect(JSON.stringify(entries)).not.toContain('secret');
      expect(foldedOf(entries)).toEqual(foldedOfEvents(more));
      await log.close();
    }
  });

  test('a fold that was called is made before the log is closed', async () => {
    const { path, log } = await opened(longTurn(3_000));
    const folded = log.compact('s');
    await log.close();
    await folded;
    const again = await openSqliteLog(path, { engine });
    onTestFinished(() => again.close());
    expect((await entriesOf(again, 's')).length).toBe(32);
  });
});
