import { agent, connect, memoryPair, serve } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import { expect, test } from 'vitest';
import { demonstration } from './demo-agent.ts';

const cwd = '/project';

/** A client of a demo agent that has just started, on sessions that were there before. */
async function started(log: MemoryLog) {
  const [near, far] = memoryPair();
  serve(agent(demonstration({ pace: 0, log }).definition), far);
  return connect(near);
}

test.each(['loadSession', 'resumeSession'] as const)('%s goes on with the settings and the title', async (open) => {
  const log = new MemoryLog();
  const before = await started(log);
  const made = await before.newSession({ cwd });
  await made.prompt('/usage first');
  await made.setConfigOption('mode', 'read-only');
  await before.close();

  const client = await started(log);
  const session = await client[open]({ sessionId: made.id, cwd });
  const values = session.state.configOptions.map((option) => [option.id, option['currentValue']]);
  expect(values).toEqual([
    ['mode', 'read-only'],
    ['model', 'demo-small'],
  ]);
  await session.prompt('/usage second');
  const { sessions } = await client.listSessions({});
  expect(sessions.map(({ title }) => title)).toEqual(['/usage first']);
  await client.close();
});
