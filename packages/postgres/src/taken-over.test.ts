import { rmSync } from 'node:fs';
import { spawnAgent } from '@emend/acp/node';
import { foldedSession, type SessionState } from '@emend/acp/session';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundledProgram } from '../../../test/support/bundled-program.ts';
import { openPostgresLog } from './postgres-log.ts';
import { newSchema, server, serverUrl } from './test-support/running-server.ts';

const cwd = '/project';
let program = '';
beforeAll(async () => {
  program = await bundledProgram(new URL('./test-support/endless-agent.ts', import.meta.url));
});
afterAll(() => rmSync(program, { force: true }));

const textsOf = (state: SessionState) =>
  foldedSession(state).messages.map(({ content }) => content.map((block) => (block as { text: string }).text).join(''));

describe.skipIf(server === undefined)('agents that share a server', () => {
  test.each(['loadSession', 'resumeSession'] as const)(
    '[LG20, LG21] %s in a second process ends the turn of the first as cancelled, and goes on from what was stored',
    async (open) => {
      const schema = newSchema();
      const launch = () => spawnAgent(process.execPath, [program, serverUrl, schema], { graceMilliseconds: 1_000 });
      await using first = await launch();
      await using second = await launch();
      const left = await first.newSession({ cwd });
      const turn = left.prompt('endless');
      await expect.poll(() => foldedSession(left.state).messages[1]?.content.length).toBeGreaterThan(50);
      // What is shown may not be stored yet.
      const log = await openPostgresLog(serverUrl, { schema });
      onTestFinished(() => log.close());
      await expect.poll(async () => (await log.find(left.id))?.position).toBeGreaterThan(10);

      const taken = await second[open]({ sessionId: left.id, cwd });
      expect(await turn).toEqual({ stopReason: 'cancelled' });
      await taken.prompt('ping');
      await expect(left.prompt('ping')).rejects.toMatchObject({ data: { failure: 'conflict' } });

      const shown = textsOf(left.state)[1] ?? '';
      const back = await first.loadSession({ sessionId: left.id, cwd });
      const [asked, endless = '', ...later] = textsOf(back.state);
      expect([asked, ...later]).toEqual(['endless', 'ping', 'pong']);
      expect([endless.startsWith('0;1;2;'), shown.startsWith(endless)]).toEqual([true, true]);
      expect(foldedSession(back.state).toolCalls.map(({ title, status }) => [title, status])).toEqual([
        ['Endless', 'failed'],
      ]);
    },
  );
});
