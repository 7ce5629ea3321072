import { rmSync } from 'node:fs';
import { spawnAgent } from '@emend/acp/node';
import { foldedSession } from '@emend/acp/session';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundledProgram } from '../../../test/support/bundled-program.ts';
import { openSqliteLog } from './sqlite-log.ts';
import { scratchFile } from './test-support/scratch.ts';

const cwd = '/project';
let program = '';
beforeAll(async () => {
  program = await bundledProgram(new URL('./test-support/durable-agent.ts', import.meta.url));
});
afterAll(() => rmSync(program, { force: true }));

test.each(['loadSession', 'resumeSession'] as const)(
  '[LG20, LG21] %s in a second process ends the turn of the first as cancelled, and goes on from what was stored',
  async (open) => {
    const file = scratchFile();
    const launch = () => spawnAgent(process.execPath, [program, file], { graceMilliseconds: 300 });
    await using first = await launch();
    await using second = await launch();
    const left = await first.newSession({ cwd });
    await left.prompt('before');
    const turn = left.prompt('endless');
    await expect.poll(() => left.state.toolCalls.length).toBe(2);
    // What is shown may not be stored yet.
    const log = await openSqliteLog(file);
    onTestFinished(() => log.close());
    const stored = (await log.find(left.id))?.position ?? 0;
    await expect.poll(async () => (await log.find(left.id))?.position).toBeGreaterThan(stored + 10);

    const taken = await second[open]({ sessionId: left.id, cwd });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    await taken.prompt('after');
    await expect(left.prompt('again')).rejects.toMatchObject({ data: { failure: 'conflict' } });

    // Whoever was left behind may take the session back.
    const back = await first.loadSession({ sessionId: left.id, cwd });
    const { messages, toolCalls } = foldedSession(back.state);
    const texts = messages.map(({ content }) => content.map((block) => (block as { text: string }).text).join(''));
    const [endless = ''] = texts.splice(3, 1);
    expect(endless).toMatch(/^0;1;2;/);
    expect(said(left).startsWith(endless)).toBe(true);
    const whole = (prompt: string) => Array.from({ length: 40 }, (_, token) => `${prompt}:${token};`).join('');
    expect(texts).toEqual(['before', whole('before'), 'endless', 'after', whole('after')]);
    expect(toolCalls.map(({ title, status }) => [title, status])).toEqual([
      ['Work on before', 'completed'],
      ['Endless', 'failed'],
      ['Work on after', 'completed'],
    ]);
    await expect(taken.prompt('too late')).rejects.toMatchObject({ data: { failure: 'conflict' } });
  },
);

/** What the first process has shown of the endless turn. */
function said({ state }: { readonly state: Parameters<typeof foldedSession>[0] }): string {
  const { content } = foldedSession(state).messages[3] ?? { content: [] };
  return content.map((block) => (block as { text: string }).text).join('');
}
