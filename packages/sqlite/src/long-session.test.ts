import type { LogEvent } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqliteLog } from './sqlite-log.ts';
import { entriesOf, foldedOf, foldedOfEvents } from './test-support/folded.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

const update = (fields: object) => ({ type: 'update', update: fields }) as LogEvent;
const said = (messageId: string, text: string) =>
  update({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });
const replaced = (messageId: string, text: string) =>
  update({ sessionUpdate: 'agent_message', messageId, content: [{ type: 'text', text }] });

const length = 10_000;
/** The first message is a secret; then come others of 100 chunks each. */
const events = Array.from({ length }, (_, at) => (at < 3 ? said('first', 'secret') : said(`m${at >> 7}`, `${at} `)));

describe.each(engines)('a long session by %s', (engine) => {
  async function reopened() {
    const path = scratchFile();
    const before = await openSqliteLog(path, { engine });
    await before.create({ sessionId: 's', cwd: '/project', at: 0 });
    await before.append('s', events, { expected: 0, at: 1 });
    await before.close();
    const log = await openSqliteLog(path, { engine });
    onTestFinished(() => log.close());
    return log;
  }

  test('[LG11] while it is read for the first append that replaces something, others have their turn', async () => {
    const log = await reopened();
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await log.append('s', [replaced('first', 'gone')], { expected: length, at: 2 });
    isDone = true;
    // At most 2,000 entries are read in a turn.
    expect(turns).toBeGreaterThanOrEqual(length / 2_000);
    const entries = await entriesOf(log, 's');
    expect(JSON.stringify(entries)).not.toContain('secret');
    expect(foldedOf(entries)).toEqual(foldedOfEvents([...events, replaced('first', 'gone')]));
  });

  test('[LG3] what is called meanwhile takes effect in the order of the calls', async () => {
    const log = await reopened();
    const writer = {};
    const more = [replaced('first', 'gone'), said('last', 'one'), replaced('last', 'two'), said('last', 'three')];
    const ends: string[] = [];
    const noted = (name: string) => () => void ends.push(name);
    const appended = more.map((event, offset) =>
      log.append('s', [event], { expected: length + offset, at: 2, writer }).then(noted(`${offset}`)),
    );
    const deleted = log.delete('s').then(noted('deleted'));
    await Promise.all([...appended, deleted]);
    expect(ends).toEqual(['0', '1', '2', '3', 'deleted']);
    expect(await log.find('s')).toBe(undefined);
  });

  test('[LG3] a session that is gone by then refuses the append', async () => {
    const log = await reopened();
    const deleted = log.delete('s');
    const appended = log.append('s', [replaced('first', 'gone')], { expected: length, at: 2 });
    await deleted;
    await expect(appended).rejects.toMatchObject({ failure: 'unknown_session' });
  });
});
