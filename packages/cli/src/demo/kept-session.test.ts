import { agent, connect, memoryPair, serve } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import { tap } from '@emend/acp/transport';
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
    ['brief', false],
  ]);
  await session.prompt('/usage second');
  const { sessions } = await client.listSessions({});
  expect(sessions.map(({ title }) => title)).toEqual(['/usage first']);
  await client.close();
});

/** The updates of the agent in a session, as they pass. */
async function watched(log: MemoryLog) {
  const [near, far] = memoryPair();
  const updates: Record<string, unknown>[] = [];
  const wire = tap(near, (direction, frame) => {
    if (direction === 'sent' || typeof frame !== 'string') return;
    const { method, params } = JSON.parse(frame);
    if (method === 'session/update') updates.push(params.update);
  });
  serve(agent(demonstration({ pace: 0, log }).definition), far);
  return { client: await connect(wire), updates };
}

test.each(['loadSession', 'resumeSession'] as const)('%s tells the commands once', async (open) => {
  const log = new MemoryLog();
  const before = await started(log);
  const { id: sessionId } = await before.newSession({ cwd });
  await before.close();
  const { client, updates } = await watched(log);
  await client[open]({ sessionId, cwd });
  expect(
    updates.map(({ sessionUpdate }) => sessionUpdate).filter((tag) => tag === 'available_commands_update'),
  ).toEqual(['available_commands_update']);
  await client.close();
});

test.each(['/permission', '/slow', '/tools'])(
  'a cancelled %s leaves no tool call open in later loads',
  async (prompt) => {
    const log = new MemoryLog();
    const [near, far] = memoryPair();
    serve(agent(demonstration({ pace: 5, log }).definition), far);
    const before = await connect(near, { requestPermission: () => new Promise(() => {}) });
    const made = await before.newSession({ cwd });
    const isOpen = new Promise<void>((resolve) =>
      made.subscribe(() => {
        const isAsked = prompt !== '/permission' || made.state.permissions.length > 0;
        if (made.state.toolCalls.length > 0 && isAsked) resolve();
      }),
    );
    const answer = made.prompt(prompt);
    await isOpen;
    made.cancel();
    expect(await answer).toEqual({ stopReason: 'cancelled' });
    await before.close();

    const client = await started(log);
    const { state } = await client.loadSession({ sessionId: made.id, cwd });
    expect([...state.toolCalls].map(({ status }) => status)).toEqual(['failed']);
    await client.close();
  },
);
