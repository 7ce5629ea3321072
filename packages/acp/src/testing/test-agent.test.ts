import { expect, test } from 'vitest';
import { agent } from '../roles/agent/agent.ts';
import type { AgentDefinition } from '../roles/agent/definition.ts';
import { testAgent } from './test-agent.ts';

const greeter: AgentDefinition = {
  async prompt(turn) {
    await turn.thought().append('Hm.');
    const message = turn.message();
    await message.append('You ');
    const { isAllowed } = await turn.requestPermission(turn.toolCall({ title: 'Greet', kind: 'other' }));
    await message.append(isAllowed ? 'are welcome.' : 'are not.');
    if (turn.signal.aborted) return 'cancelled';
    return 'end_turn';
  },
};

test.each(['v1', 'june', 'november'] as const)('an agent is tested in %s', async (dialect) => {
  await using tested = await testAgent(agent(greeter), { dialect });
  expect(tested.client.dialect).toBe(dialect);
  const first = await tested.prompt('hi');
  expect([first.stopReason, first.text, tested.text()]).toEqual(['end_turn', 'You are welcome.', 'You are welcome.']);
  expect(first.asked.map(({ title }) => title)).toEqual(['Greet']);
  const second = await tested.prompt('again');
  expect([second.text, second.asked.length, tested.asked.length]).toEqual(['You are welcome.', 1, 2]);
  expect([...first.updates, ...second.updates]).toEqual(tested.updates);
  expect(second.updates.length).toBeGreaterThan(2);
  expect([tested.events, tested.state.permissions]).toEqual([[], []]);
});

test('permissions are answered as the test says', async () => {
  const texts = async (permissions: Parameters<typeof testAgent>[1]) => {
    await using tested = await testAgent(greeter, permissions);
    return (await tested.prompt('hi')).text;
  };
  expect(await texts({ permissions: 'reject' })).toBe('You are not.');
  expect(await texts({ permissions: ['cancel'] })).toBe('You are not.');
  expect(await texts({ permissions: ({ options }) => options[0]?.optionId ?? '' })).toBe('You are welcome.');
});

test('a script that is used up is an error, and what is asked is not allowed', async () => {
  const errors: unknown[] = [];
  await using tested = await testAgent(greeter, {
    permissions: ['allow'],
    client: { onEvent: (event) => 'error' in event && errors.push(String(event.error)) },
  });
  expect((await tested.prompt('one')).text).toBe('You are welcome.');
  expect((await tested.prompt('two')).text).toBe('You are not.');
  expect(errors).toEqual(['Error: The agent asked for permission once more than the test has answers: Greet']);
});

test('what the session is opened with reaches the agent, and a refusal the test', async () => {
  const seen: unknown[] = [];
  const strict: AgentDefinition = {
    ...greeter,
    newSession({ cwd }) {
      seen.push(cwd);
      if (cwd === '/') throw new TypeError('not here');
    },
  };
  await using _ = await testAgent(strict, { session: { cwd: '/folder' } });
  await expect(testAgent(strict, { session: { cwd: '/' } })).rejects.toThrow();
  expect(seen).toEqual(['/folder', '/']);
});
