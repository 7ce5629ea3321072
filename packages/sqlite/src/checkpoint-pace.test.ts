import { statSync } from 'node:fs';
import type { LogEvent } from '@emend/acp/log';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteLog } from './sqlite-log.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

const megabyte = 1024 * 1024;
/** Nothing that erases, which would empty the write-ahead log. */
const words: LogEvent = {
  type: 'update',
  update: {
    sessionUpdate: 'agent_message_chunk',
    messageId: 'm',
    content: { type: 'text', text: 'a few words of an answer ' },
  },
};

test.each(engines)(
  'with %s, the write-ahead log grows to a megabyte by small commits, and to four by those of a stream',
  async (engine) => {
    const path = scratchFile();
    const log = await openSqliteLog(path, { engine });
    onTestFinished(() => log.close());
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    let next = 0;
    /** Makes commits of so many events, and returns how large the write-ahead log is then. */
    const grown = async (commits: number, events: number): Promise<number> => {
      for (let commit = 0; commit < commits; commit++) {
        let last: Promise<number> | undefined;
        for (const end = next + events; next < end; next++) last = log.append('s', [words], { expected: next, at: 0 });
        await last;
      }
      return statSync(`${path}-wal`).size;
    };
    // Later commits overwrite what the file has, however long it is, so that the small ones come first.
    const small = await grown(600, 1);
    expect(small).toBeGreaterThan(0.9 * megabyte);
    expect(small).toBeLessThan(1.2 * megabyte);
    const large = await grown(40, 2_000);
    expect(large).toBeGreaterThan(3.5 * megabyte);
    expect(large).toBeLessThan(6 * megabyte);
  },
);
