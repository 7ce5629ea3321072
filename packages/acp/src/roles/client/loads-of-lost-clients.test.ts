import { expect, test } from 'vitest';
import { reached, working } from '../test-support/cut-client.ts';
import { dialects, textsOf, told } from '../test-support/lasting.ts';
import { notNow } from '../test-support/refusing.ts';

const cwd = '/project';
const reconnected = { type: 'reconnected', loaded: [], resumed: [], lost: [], restoring: [] } as const;

test.each(dialects)('[RO83] a load that a %s client begins without a connection is made once', async (spoken) => {
  const { client, comeBack, cutOff, events, session, prompt, mayGoOn, times } = await working(spoken, () => undefined);
  mayGoOn.open();
  await prompt;
  const second = await client.newSession({ cwd });
  await second.prompt('two');
  await second.close();
  await cutOff();
  const loading = client.loadSession({ sessionId: second.id, cwd });
  comeBack();
  const again = await loading;
  expect(textsOf(again)).toEqual([
    ['user', 'two'],
    ['agent', 'before two after'],
  ]);
  expect([client.sessions.get(second.id) === again, times.length]).toEqual([true, 2]);
  expect(told(events)).toEqual([['connection-lost', expect.any(String)], { ...reconnected, loaded: [session.id] }]);
  await client.close();
});

test.each(dialects)('[RO83] a load of a %s client that fails with its connection is not made again', async (spoken) => {
  const refusals = [() => world.cut()];
  const world = await working(spoken, () => {
    const cut = refusals.shift();
    if (cut !== undefined) void cut();
    return cut && notNow;
  });
  const { client, events, session, prompt, mayGoOn, times } = world;
  mayGoOn.open();
  await prompt;
  const second = await client.newSession({ cwd });
  await second.close();
  await expect(client.loadSession({ sessionId: second.id, cwd })).rejects.toMatchObject({ name: 'ConnectionError' });
  await reached(() => events.some(({ type }) => type === 'reconnected'));
  expect([[...client.sessions.values()], times.length]).toEqual([[session], 2]);
  await client.close();
});
