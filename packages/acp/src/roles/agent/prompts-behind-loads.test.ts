import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import { Gate } from '../../transport/gate.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';
import type { ServeOptions } from './serve.ts';

const notOpen = (sessionId: string) => ({
  code: -32600,
  message: `The session "${sessionId}" is not open on this connection. Load or resume it first.`,
  data: { sessionId, reason: 'not_open' },
});
const done = { stopReason: 'end_turn' };
const cancelled = { stopReason: 'cancelled' };

/** A log that finds sessions when it is told to. */
class PatientLog extends MemoryLog {
  found = Promise.resolve();

  override async find(sessionId: string) {
    await this.found;
    return super.find(sessionId);
  }
}

/** A session that one client has open, and another client that may load it: every load joins. */
async function shared(dialect: 'june' | 'v1' = 'june', serving: ServeOptions = {}) {
  const log = new PatientLog();
  const ran: string[] = [];
  const served = agent({
    sessions: { log },
    setConfigOption: () => [],
    async prompt(turn) {
      ran.push(turn.text);
      if (turn.text === 'wait') await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
    },
  });
  const holder = await rawClientOf(served, 'june');
  const sessionId = await holder.open();
  const client = await rawClientOf(served, dialect, { serving });
  /** Keeps loads from being done until the returned function is called. */
  const holdLoads = (): (() => void) => {
    const gate = new Gate();
    log.found = gate.promise;
    return () => gate.open();
  };
  return { holder, client, sessionId, ran, holdLoads };
}

const loadIn = (client: RawClient, sessionId: string, cwd: string): Promise<Json> =>
  client.ask('session/load', { sessionId, cwd, mcpServers: [] });

test('[RO22] [RO96] a prompt is refused with the load before it, and does not wait for the next one', async () => {
  const { holder, client, sessionId, ran } = await shared();
  const say = (text: string) => client.ask('session/prompt', textPrompt(sessionId, text));
  const answers = [loadIn(client, sessionId, '/elsewhere'), say('one'), loadIn(client, sessionId, '/w'), say('two')];
  const [refused, ...others] = await Promise.all(answers);
  expect(refused).toMatchObject({ code: expect.any(Number) });
  expect(others).toEqual([notOpen(sessionId), {}, done]);
  expect(ran).toEqual(['two']);
  await Promise.all([client.close(), holder.close()]);
});

test('[RO96] prompts run in the order of arrival, also if their session is joined between them', async () => {
  for (let pause = 0; pause < 60; pause++) {
    const { holder, client, sessionId, ran } = await shared();
    const answers = [loadIn(client, sessionId, '/w'), client.ask('session/prompt', textPrompt(sessionId, 'one'))];
    for (let turn = 0; turn < pause; turn++) await Promise.resolve();
    answers.push(client.ask('session/prompt', textPrompt(sessionId, 'two')));
    expect(await Promise.all(answers)).toEqual([{}, done, done]);
    expect([pause, ran]).toEqual([pause, ['one', 'two']]);
    await Promise.all([client.close(), holder.close()]);
  }
});

test.each([
  ['session/cancel', 'june'],
  ['session/cancel', 'v1'],
  ['$/cancel_request', 'june'],
] as const)('[X23] [RO96] a %s reaches a %s prompt that waits for its session', async (method, dialect) => {
  const { holder, client, sessionId, ran, holdLoads } = await shared(dialect);
  const goOn = holdLoads();
  const loading = loadIn(client, sessionId, '/w');
  const prompt = client.ask('session/prompt', textPrompt(sessionId, 'one'));
  client.notify(method, method === 'session/cancel' ? { sessionId } : { requestId: 3 });
  expect(await prompt).toMatchObject(cancelled);
  goOn();
  expect(await loading).toEqual({});
  expect(await client.ask('session/prompt', textPrompt(sessionId, 'two'))).toMatchObject(done);
  expect(ran).toEqual(['two']);
  await Promise.all([client.close(), holder.close()]);
});

test('[X23] a prompt that was cancelled before its handler began does not run', async () => {
  const { holder, client, sessionId, ran } = await shared('june', { limits: { running: 1 } });
  await loadIn(client, sessionId, '/w');
  const first = client.ask('session/prompt', textPrompt(sessionId, 'wait'));
  const second = client.ask('session/prompt', textPrompt(sessionId, 'two'));
  client.notify('$/cancel_request', { requestId: 4 });
  await expect.poll(() => ran).toEqual(['wait']);
  void holder.notify('session/cancel', { sessionId });
  expect(await Promise.all([first, second])).toEqual([cancelled, cancelled]);
  expect(ran).toEqual(['wait']);
  await Promise.all([client.close(), holder.close()]);
});

test('[RO40] a close ends a load that has not joined yet, with the prompts behind it, and nothing else', async () => {
  const { holder, client, sessionId, ran, holdLoads } = await shared();
  const goOn = holdLoads();
  const answers = [loadIn(client, sessionId, '/w'), client.ask('session/prompt', textPrompt(sessionId, 'one'))];
  answers.push(client.ask('session/close', { sessionId }));
  const told = Promise.all(answers);
  goOn();
  expect(await told).toEqual([{ code: -32800, message: 'Request cancelled' }, cancelled, {}]);
  expect(await holder.ask('session/prompt', textPrompt(sessionId, 'mine'))).toEqual(done);
  expect(ran).toEqual(['mine']);
  expect(client.updates()).toEqual([]);
  expect(await client.ask('session/prompt', textPrompt(sessionId, 'two'))).toEqual(notOpen(sessionId));
  // Nobody has it open here, so that nothing can be closed.
  expect(await client.ask('session/close', { sessionId })).toMatchObject({ code: -32002 });
  await Promise.all([client.close(), holder.close()]);
});

test('[RO40] a close ends a load of a session that is open already, and the client has it no more', async () => {
  for (let pause = 0; pause < 40; pause++) {
    const { holder, client, sessionId, ran } = await shared();
    await loadIn(client, sessionId, '/w');
    const loading = loadIn(client, sessionId, '/w');
    for (let turn = 0; turn < pause; turn++) await Promise.resolve();
    const [loaded, closed] = await Promise.all([loading, client.ask('session/close', { sessionId })]);
    expect(closed).toEqual({});
    // It may have been answered by then.
    expect([pause, loaded]).toEqual([
      pause,
      expect.toSatisfy((said: Json) => !('code' in said) || said['code'] === -32800),
    ]);
    expect(await client.ask('session/prompt', textPrompt(sessionId, 'one'))).toEqual(notOpen(sessionId));
    expect(await holder.ask('session/prompt', textPrompt(sessionId, 'mine'))).toEqual(done);
    expect(ran).toEqual(['mine']);
    await Promise.all([client.close(), holder.close()]);
  }
});

test('[RO92] prompts that wait are cancelled by a close, at whatever moment of a load it comes', async () => {
  for (let pause = 0; pause < 60; pause++) {
    const { holder, client, sessionId } = await shared();
    const loading = loadIn(client, sessionId, '/w');
    const prompt = client.ask('session/prompt', textPrompt(sessionId, 'wait'));
    for (let turn = 0; turn < pause; turn++) await Promise.resolve();
    const closed = await client.ask('session/close', { sessionId });
    // A turn that has begun goes on for the others.
    holder.notify('session/cancel', { sessionId });
    const [, prompted] = await Promise.all([loading, prompt]);
    expect([pause, prompted, closed]).toEqual([pause, cancelled, {}]);
    await Promise.all([client.close(), holder.close()]);
  }
});

test('[RO92] a load behind a close goes on if the close ends the session, since the others have left meanwhile', async () => {
  const { holder, client, sessionId, ran, holdLoads } = await shared();
  await loadIn(client, sessionId, '/w');
  const goOn = holdLoads();
  void loadIn(client, sessionId, '/w');
  const answers = [
    holder.ask('session/close', { sessionId }),
    loadIn(holder, sessionId, '/w'),
    holder.ask('session/prompt', textPrompt(sessionId, 'one')),
  ];
  await client.close();
  goOn();
  expect(await Promise.all(answers)).toEqual([{}, {}, done]);
  expect(ran).toEqual(['one']);
  await holder.close();
});

/** A turn that runs on without a client, and a client that can load its session. */
async function unattended(access?: ServeOptions['access']) {
  const log = new PatientLog();
  const ended: string[] = [];
  const served = agent({
    sessions: { log },
    async prompt(turn) {
      await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
      ended.push(turn.text);
    },
  });
  const serving = { whenClientLeaves: 'finish' } as const;
  const first = await rawClientOf(served, 'june', { serving });
  const sessionId = await first.open();
  void first.ask('session/prompt', textPrompt(sessionId, 'wait'));
  await expect.poll(() => log.find(sessionId).then((found) => found?.position)).toBeGreaterThan(1);
  await first.close();
  const gate = new Gate();
  log.found = gate.promise;
  const client = await rawClientOf(served, 'june', { serving: { ...serving, ...(access && { access }) } });
  return { client, sessionId, ended, goOn: () => gate.open() };
}

const dropped = { code: -32800, message: 'Request cancelled' };

test('[RO40] a close behind a load ends what runs on without a client, and no load that comes after it', async () => {
  const { client, sessionId, ended, goOn } = await unattended();
  const close = client.ask('session/close', { sessionId });
  expect(await close).toMatchObject({ code: -32002 });
  const answers = [
    loadIn(client, sessionId, '/w'),
    client.ask('session/close', { sessionId }),
    loadIn(client, sessionId, '/w'),
    client.ask('session/list', {}),
  ];
  goOn();
  expect(await Promise.all(answers)).toMatchObject([dropped, {}, expect.not.objectContaining({ code: -32800 }), {}]);
  expect(ended).toEqual(['wait']);
  await client.close();
});

test.each([
  ['of a client that may only watch', {}, ['observe']],
  ['as an observer', { 'emend/role': 'observe' }, undefined],
] as const)('[RO97] a close behind a load %s ends the load alone', async (_, _meta, access) => {
  const { client, sessionId, ended, goOn } = await unattended(access);
  const answers = [
    client.ask('session/load', { sessionId, cwd: '/w', mcpServers: [], _meta }),
    client.ask('session/close', { sessionId }),
  ];
  goOn();
  expect(await Promise.all(answers)).toEqual([dropped, {}]);
  await client.ask('session/list', {});
  expect(ended).toEqual([]);
  await client.close();
});

test('[RO40] a close behind a load that is refused is refused, and ends nothing', async () => {
  const { client, sessionId, ended, goOn } = await unattended();
  goOn();
  const answers = [loadIn(client, sessionId, '/elsewhere')];
  // The load has been refused, and its answer is on its way.
  for (let turn = 0; turn < 3; turn++) await Promise.resolve();
  answers.push(client.ask('session/close', { sessionId }));
  const [loaded, closed] = await Promise.all(answers);
  expect([loaded?.['code'], closed?.['code'], ended]).toEqual([-32602, -32002, []]);
  await client.close();
});

test.each([0, 1, 5, 20])(
  '[RO91] a prompt behind a load of a session that its client has open alone runs when it is loaded, %s turns later',
  async (pause) => {
    const { holder, sessionId, ran } = await shared();
    const first = holder.ask('session/prompt', textPrompt(sessionId, 'wait'));
    await expect.poll(() => ran).toEqual(['wait']);
    const loading = loadIn(holder, sessionId, '/w');
    for (let turn = 0; turn < pause; turn++) await Promise.resolve();
    const next = holder.ask('session/prompt', textPrompt(sessionId, 'next'));
    expect(await Promise.all([first, loading, next])).toEqual([cancelled, {}, done]);
    expect(ran).toEqual(['wait', 'next']);
    await holder.close();
  },
);

test('[RO22] a setting behind a load waits for it', async () => {
  const { holder, client, sessionId, holdLoads } = await shared();
  const goOn = holdLoads();
  const answers = [
    loadIn(client, sessionId, '/w'),
    client.ask('session/set_config_option', { sessionId, configId: 'none', value: 'x' }),
  ];
  goOn();
  const [loaded, refused] = await Promise.all(answers);
  expect([loaded, refused]).toEqual([
    {},
    expect.objectContaining({ code: -32602, data: expect.objectContaining({ configId: 'none' }) }),
  ]);
  await Promise.all([client.close(), holder.close()]);
});

test.each([0, 1, 5, 20])(
  '[RO22] a setting behind a load that sets the session up waits for it, and comes before a prompt behind it, %s turns later',
  async (pause) => {
    const configOptions = (value: string): readonly SessionConfigOption[] => [
      { id: 'model', name: 'Model', type: 'select', currentValue: value, options: [{ value, name: value }] },
    ];
    const told: string[] = [];
    const served = agent({
      sessions: { log: new MemoryLog() },
      newSession: () => ({ configOptions: configOptions('small') }),
      setConfigOption({ value }) {
        told.push(`set ${value}`);
        return configOptions(String(value));
      },
      prompt: ({ text }) => void told.push(text),
    });
    const first = await rawClientOf(served, 'june');
    const sessionId = await first.open();
    await first.close();
    const client = await rawClientOf(served, 'june');
    const answers = [loadIn(client, sessionId, '/w')];
    for (let turn = 0; turn < pause; turn++) await Promise.resolve();
    answers.push(client.ask('session/set_config_option', { sessionId, configId: 'model', value: 'small' }));
    answers.push(client.ask('session/prompt', textPrompt(sessionId, 'one')));
    const options = { configOptions: configOptions('small') };
    expect(await Promise.all(answers)).toEqual([options, options, done]);
    expect(told).toEqual(['set small', 'one']);
    await client.close();
  },
);

test.each([
  [{ 'emend/role': 'observer' }, 'emend/role is "observe" or "control", not "observer".'],
  [{ 'emend/force': 'yes' }, 'emend/force is true or false, not "yes".'],
])('[RO22] [RO97] a load with %j, which there is not, ends no turn', async (_meta, message) => {
  const { holder, sessionId, ran } = await shared();
  const turn = holder.ask('session/prompt', textPrompt(sessionId, 'wait'));
  await expect.poll(() => ran).toEqual(['wait']);
  expect(await holder.load(sessionId, _meta)).toMatchObject({ code: -32602, message });
  const [state] = await Promise.all([Promise.race([turn, holder.ask('session/list', {}).then(() => 'runs')])]);
  expect(state).toBe('runs');
  holder.notify('session/cancel', { sessionId });
  expect(await turn).toEqual(cancelled);
  await holder.close();
});

test('[RO96] prompts of two loads keep their order if the second load is cancelled', async () => {
  const { holder, client, sessionId, ran, holdLoads } = await shared();
  const goOn = holdLoads();
  const answers = [
    loadIn(client, sessionId, '/w'),
    client.ask('session/prompt', textPrompt(sessionId, 'one')),
    loadIn(client, sessionId, '/w'),
    client.ask('session/prompt', textPrompt(sessionId, 'two')),
  ];
  client.notify('$/cancel_request', { requestId: 4 });
  const told = Promise.all(answers);
  goOn();
  expect(await told).toEqual([{}, done, { code: -32800, message: 'Request cancelled' }, done]);
  expect(ran).toEqual(['one', 'two']);
  await Promise.all([client.close(), holder.close()]);
});
