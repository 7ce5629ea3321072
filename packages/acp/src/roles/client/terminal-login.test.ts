import { expect, test } from 'vitest';
import { novemberAgent } from '../test-support/november-agent.ts';
import { plainAgent, type Script } from '../test-support/v1-agent.ts';
import { connect } from './connect.ts';
import type { TerminalLogin } from './terminal-login.ts';

const cwd = '/project';
const env = [{ name: 'A', value: '1' }];
const inTerminal = { type: 'terminal', name: 'Log in', args: ['login'], env };
const byAgent = { type: 'agent', name: 'Key' };
const login = { methodId: 'login', name: 'Log in', description: undefined, args: ['login'], env };

/** An agent that wants a login first; it cannot know of one in a terminal before it is asked again. */
function locked(): Script {
  let asked = 0;
  return {
    'session/new': (message, voice) => {
      if (++asked === 1) voice.refuse(message, { code: -32000, message: 'log in first' });
      else voice.answer(message, { sessionId: 's' });
    },
  };
}

const authMethods = [
  { methodId: 'login', ...inTerminal },
  { methodId: 'key', ...byAgent },
];

test('a login of the agent’s own is auth/login, and logging out auth/logout', async () => {
  const agent = novemberAgent({}, { authMethods });
  await using client = await connect(agent.transport);
  expect(client.agent.authMethods).toEqual([
    { id: 'login', ...inTerminal },
    { id: 'key', ...byAgent },
  ]);
  await client.authenticate('key');
  await client.logout();
  expect(agent.received.slice(1).map(({ method, params }) => [method, params])).toEqual([
    ['auth/login', { methodId: 'key' }],
    ['auth/logout', {}],
  ]);
});

test('[N69] an agent without methods is asked for no login and no logout', async () => {
  const agent = novemberAgent();
  await using client = await connect(agent.transport);
  await expect(client.authenticate('key')).rejects.toThrow('offers no authentication method');
  await expect(client.logout()).rejects.toMatchObject({ name: 'CapabilityError' });
  expect(agent.received.length).toBe(1);
});

test('[RO60] a login in a terminal is never sent: the error tells how to run it', async () => {
  const agent = novemberAgent({}, { authMethods });
  await using client = await connect(agent.transport);
  const failed = client.authenticate('login');
  await expect(failed).rejects.toMatchObject({ name: 'TerminalLoginError', login });
  await expect(failed).rejects.toThrow('run the agent\'s command in a terminal with the arguments ["login"]');
  expect([agent.received.length, agent.received[0]?.params['capabilities']]).toEqual([
    1,
    expect.not.objectContaining({ auth: {} }),
  ]);
});

test('[RO60] a client that can run a login in a terminal offers it, and repeats the request after it', async () => {
  const agent = novemberAgent(locked(), { authMethods });
  const logins: TerminalLogin[] = [];
  await using client = await connect(agent.transport, {
    chooseAuthMethod: (methods) => methods[0],
    loginInTerminal(asked) {
      logins.push(asked);
      return true;
    },
  });
  expect((await client.newSession({ cwd })).id).toBe('s');
  expect(logins).toEqual([login]);
  expect(agent.received.map(({ method }) => method)).toEqual(['initialize', 'session/new', 'session/new']);
  expect(agent.received[0]?.params['capabilities']).toMatchObject({ auth: { terminal: {} } });
});

test('a login in a terminal that fails leaves the refusal of the agent', async () => {
  const agent = novemberAgent(locked(), { authMethods });
  await using client = await connect(agent.transport, {
    chooseAuthMethod: (methods) => methods[0],
    loginInTerminal: () => Promise.resolve(false),
  });
  await expect(client.newSession({ cwd })).rejects.toMatchObject({ code: -32000 });
  await expect(client.authenticate('login')).rejects.toMatchObject({ name: 'TerminalLoginError', login });
});

test('a June agent may carry such a method, whose parts are not checked', async () => {
  const methods = [{ id: 'login', ...inTerminal, args: 'login', env: [{ name: 'A' }, ...env] }];
  const agent = plainAgent({ protocolVersion: 2, capabilities: {}, authMethods: methods }, {});
  await using client = await connect(agent.transport);
  await expect(client.authenticate('login')).rejects.toMatchObject({ login: { ...login, args: [] } });
  expect(agent.received.length).toBe(1);
});
