import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { hasText, patientAgent, tells } from '../test-support/patient-agent.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { said } from '../test-support/said.ts';

const dialects = ['v1', 'june', 'november'] as const;
const pairs = dialects.flatMap((first) => dialects.map((second) => [first, second] as const));

/** The messages that a client was told; those of the person that it typed itself are in it only if the agent repeats them to it. */
function shown(client: RawClient): readonly string[] {
  return said(client.updates());
}

/** The states that a November client was told; one that is told again counts once. */
function states(client: RawClient): readonly unknown[] {
  return client
    .updates()
    .filter(({ sessionUpdate }) => sessionUpdate === 'state_update')
    .map(({ state, stopReason }) => (stopReason === undefined ? state : [state, stopReason]))
    .filter((state, index, all) => state !== all[index - 1]);
}

test.each(pairs)(
  '[RO90] [RO91] [X1, X2, X24] a %s client and a %s client have one session and see the same',
  async (one, other) => {
    const { served, turns, goOn, log } = patientAgent();
    const first = await rawClientOf(served, one);
    const sessionId = await first.open();
    const running = first.ask('session/prompt', textPrompt(sessionId, 'one'));
    await first.until(tells('begins'));
    const second = await rawClientOf(served, other);
    await second.load(sessionId);
    expect(shown(second)).toEqual(['user: one', 'agent: one begins, ']);
    if (other === 'november') expect(states(second)).toEqual(['running']);
    goOn('one');
    await first.until(tells('one ends'));
    await second.until(tells('one ends'));
    expect(await running).toMatchObject(one === 'november' ? {} : { stopReason: 'end_turn' });
    expect(shown(second)).toEqual(['user: one', 'agent: one begins, one ends']);
    if (other === 'november') {
      await second.until((message) => hasText(message, 'end_turn'));
      expect(states(second)).toEqual(['running', ['idle', 'end_turn']]);
    }

    // The one that joined prompts, and the first one sees it all.
    goOn('two');
    await second.ask('session/prompt', textPrompt(sessionId, 'two'));
    for (const client of [first, second]) await client.until(tells('two ends'));
    const typed = (dialect: Dialect, text: string) => (dialect === 'v1' ? [] : [`user: ${text}`]);
    expect(shown(first)).toEqual([
      ...typed(one, 'one'),
      'agent: one begins, one ends',
      'user: two',
      'agent: two begins, two ends',
    ]);
    expect(shown(second)).toEqual([
      'user: one',
      'agent: one begins, one ends',
      ...typed(other, 'two'),
      'agent: two begins, two ends',
    ]);
    expect(turns.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    // Joining is no opening: nothing was taken over.
    expect((await entriesOf(log, sessionId)).filter(({ event }) => event.type === 'opened')).toEqual([]);
    for (const client of [first, second]) await client.close();
  },
);

test.each(['cancel', 'finish'] as const)(
  '[RO92] [X3] with %s, a client that leaves ends no turn while others are there, not even its own',
  async (whenClientLeaves) => {
    const { served, turns, goOn } = patientAgent();
    const serving = { whenClientLeaves };
    const first = await rawClientOf(served, 'june', { serving });
    const sessionId = await first.open();
    const second = await rawClientOf(served, 'november', { serving });
    await second.load(sessionId);
    void first.ask('session/prompt', textPrompt(sessionId, 'one'));
    await second.until(tells('begins'));
    await first.close();
    goOn('one');
    await second.until((message) => hasText(message, 'end_turn'));
    expect(shown(second)).toEqual(['user: one', 'agent: one begins, one ends']);
    expect(turns.map(({ signal }) => signal.aborted)).toEqual([false]);
    // Without anybody there it is as if there had been one client only.
    void second.ask('session/prompt', textPrompt(sessionId, 'two'));
    await second.until(tells('two begins'));
    await second.close();
    goOn('two');
    await turns[0]?.session.turns.quiet();
    expect(turns.map(({ signal }) => signal.aborted)).toEqual([false, whenClientLeaves === 'cancel']);
  },
);

test.each([
  ['cancel', ['one', 'of the second']],
  ['finish', ['one', 'two', 'of the second']],
] as const)(
  '[RO92] [X3] with %s, the running turn of a client that is cut off goes on, and of what waits there run: %s',
  async (whenClientLeaves, ran) => {
    const { served, turns, goOn } = patientAgent();
    const [first, second] = [
      await rawClientOf(served, 'june', { serving: { whenClientLeaves } }),
      await rawClientOf(served, 'june', { serving: { whenClientLeaves } }),
    ] as const;
    const sessionId = await first.open();
    await second.load(sessionId);
    for (const text of ['one', 'two']) void first.ask('session/prompt', textPrompt(sessionId, text));
    await second.until(tells('one begins'));
    await first.ask('session/list', {});
    const last = second.ask('session/prompt', textPrompt(sessionId, 'of the second'));
    await second.ask('session/list', {});
    await first.close();
    for (const text of ['one', 'two', 'of the second']) goOn(text);
    expect(await last).toEqual({ stopReason: 'end_turn' });
    expect(turns.map(({ text }) => text)).toEqual(ran);
    expect(turns.map(({ signal }) => signal.aborted)).toEqual(ran.map(() => false));
    await second.close();
  },
);

test('[RO92] a turn whose client has left ends with the last client that is there', async () => {
  const { served, turns } = patientAgent();
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const second = await rawClientOf(served, 'june');
  await second.load(sessionId);
  void first.ask('session/prompt', textPrompt(sessionId, 'one'));
  await second.until(tells('begins'));
  await first.close();
  const third = await rawClientOf(served, 'v1');
  await third.load(sessionId);
  await second.close();
  await third.ask('session/set_mode', { sessionId, modeId: 'none' });
  expect(turns.map(({ signal }) => signal.aborted)).toEqual([false]);
  await third.close();
  await new Promise<void>((resolve) => turns[0]?.signal.addEventListener('abort', () => resolve()));
  expect(turns.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test('[RO92] closing takes the client out of a session that others have open, unless it asks to close it for all', async () => {
  const closed: string[] = [];
  const { served, goOn } = patientAgent({ closeSession: (session) => void closed.push(session.id) });
  const notOpen = { code: -32600, data: { reason: 'not_open' } };
  const [first, second, third] = [
    await rawClientOf(served, 'june'),
    await rawClientOf(served, 'november'),
    await rawClientOf(served, 'v1'),
  ] as const;
  const sessionId = await first.open();
  for (const client of [second, third]) await client.load(sessionId);
  const running = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const waiting = first.ask('session/prompt', textPrompt(sessionId, 'two'));
  await third.until(tells('one begins'));
  expect(await first.ask('session/close', { sessionId })).toEqual({});
  expect(await waiting).toEqual({ stopReason: 'cancelled' });
  goOn('one');
  expect(await running).toEqual({ stopReason: 'end_turn' });
  await third.until(tells('one ends'));
  expect(shown(first)).toEqual(['user: one', 'agent: one begins, ']);
  expect(await first.ask('session/prompt', textPrompt(sessionId, 'three'))).toMatchObject(notOpen);
  expect(closed).toEqual([]);
  expect(await second.ask('session/close', { sessionId, _meta: { 'emend/close': 'all' } })).toEqual({});
  expect(closed).toEqual([sessionId]);
  expect(await third.ask('session/prompt', textPrompt(sessionId, 'four'))).toMatchObject(notOpen);
  for (const client of [first, second, third]) await client.close();
});

test('[RO92] deleting a session ends it for all clients', async () => {
  const { served, log, turns, goOn } = patientAgent();
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const [second, third] = [await rawClientOf(served, 'june'), await rawClientOf(served, 'june')] as const;
  await second.load(sessionId);
  const running = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  await second.until(tells('begins'));
  // The one that deletes need not have it open.
  const deleted = third.ask('session/delete', { sessionId });
  await new Promise<void>((resolve) => turns[0]?.signal.addEventListener('abort', () => resolve()));
  goOn('one');
  expect(await running).toEqual({ stopReason: 'cancelled' });
  expect(await deleted).toEqual({});
  for (const client of [first, second])
    expect(await client.ask('session/prompt', textPrompt(sessionId, 'two'))).toMatchObject({ code: -32002 });
  expect(await log.find(sessionId)).toBeUndefined();
  for (const client of [first, second, third]) await client.close();
});

test('[RO90] two clients that load a stored session at once have the same one', async () => {
  const { served, goOn, turns } = patientAgent();
  const before = await rawClientOf(served, 'june');
  const sessionId = await before.open();
  goOn('one');
  await before.ask('session/prompt', textPrompt(sessionId, 'one'));
  await before.close();
  await turns[0]?.session.turns.quiet();
  const [first, second] = [await rawClientOf(served, 'june'), await rawClientOf(served, 'november')] as const;
  await Promise.all([first.load(sessionId), second.load(sessionId)]);
  goOn('two');
  expect(await first.ask('session/prompt', textPrompt(sessionId, 'two'))).toEqual({ stopReason: 'end_turn' });
  await second.until(tells('two ends'));
  expect(shown(second)).toEqual(shown(first));
  expect(new Set(turns.slice(1).map(({ session }) => session)).size).toBe(1);
  for (const client of [first, second]) await client.close();
});

test('[RO91] a client that loads a shared session again gets it whole, and nothing ends', async () => {
  const { served, goOn, turns } = patientAgent();
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const second = await rawClientOf(served, 'june');
  await second.load(sessionId);
  const running = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  await second.until(tells('begins'));
  const known = second.received.length;
  await second.load(sessionId);
  goOn('one');
  expect(await running).toEqual({ stopReason: 'end_turn' });
  await second.until((message) => hasText(message, 'one ends'));
  const again = second.received.slice(known).flatMap(({ params }) => (params as Json | undefined)?.['update'] ?? []);
  expect(said(again as Json[])).toEqual(['user: one', 'agent: one begins, one ends']);
  expect(turns.map(({ signal }) => signal.aborted)).toEqual([false]);
  for (const client of [first, second]) await client.close();
});

test('[RO90] who joins is told which MCP servers and directories of its own the session does not have, and they are not applied', async () => {
  const { served, turns, goOn } = patientAgent({ mcp: { stdio: true }, additionalDirectories: true });
  const server = (name: string) => ({ type: 'stdio', name, command: '/bin/mcp', args: [name], env: [] });
  const roots = { cwd: '/w', mcpServers: [server('docs')], additionalDirectories: ['/more'] };
  const [first, second, third] = [
    await rawClientOf(served, 'june'),
    await rawClientOf(served, 'june'),
    await rawClientOf(served, 'november'),
  ] as const;
  const { sessionId } = (await first.ask('session/new', roots)) as { readonly sessionId: string };
  expect(await second.ask('session/load', { ...roots, sessionId })).toEqual({});
  const other = { sessionId, cwd: '/w', mcpServers: [server('docs'), server('own')], additionalDirectories: ['/own'] };
  const ignored = { _meta: { 'emend/notApplied': ['mcpServers', 'additionalDirectories'] } };
  expect(await second.ask('session/load', other)).toEqual(ignored);
  expect(await third.ask('session/resume', { ...other, additionalDirectories: ['/more'] })).toEqual({
    _meta: { 'emend/notApplied': ['mcpServers'] },
  });
  goOn('one');
  await first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const { cwd, mcpServers, additionalDirectories } = turns[0]?.session ?? {};
  expect({ cwd, mcpServers, additionalDirectories }).toEqual(roots);
  // Who has it alone sets it up anew.
  await Promise.all([first.close(), third.close()]);
  expect(await second.ask('session/load', other)).toEqual({});
  goOn('two');
  await second.ask('session/prompt', textPrompt(sessionId, 'two'));
  expect(turns[1]?.session.mcpServers).toEqual(other.mcpServers);
  await second.close();
});

test('[RO91] a client that cannot be let in changes nothing for those who are', async () => {
  const { served, goOn } = patientAgent();
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const second = await rawClientOf(served, 'june');
  const elsewhere = { sessionId, cwd: '/elsewhere', mcpServers: [] };
  expect(await second.ask('session/load', elsewhere)).toMatchObject({ code: -32602 });
  goOn('one');
  expect(await first.ask('session/prompt', textPrompt(sessionId, 'one'))).toEqual({ stopReason: 'end_turn' });
  expect(shown(second)).toEqual([]);
  for (const client of [first, second]) await client.close();
});

test('[RO93] [X26] what one client sets, and what the agent tells of the session, reaches the others', async () => {
  const mode = (currentValue: string) => ({
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    type: 'select' as const,
    currentValue,
    options: [
      { value: 'ask', name: 'Ask' },
      { value: 'code', name: 'Code' },
    ],
  });
  const { served, log } = patientAgent({
    newSession: () => ({ configOptions: [mode('ask')] }),
    setConfigOption: ({ value }, session) => {
      void session.info({ title: `In ${value}` });
      return [mode(value)];
    },
  });
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const others = [await rawClientOf(served, 'june'), await rawClientOf(served, 'november')];
  const old = await rawClientOf(served, 'v1');
  for (const client of [...others, old])
    expect(hasText(await client.load(sessionId), '"currentValue":"ask"') || client === old).toBe(true);
  const set = await first.ask('session/set_config_option', { sessionId, configId: 'mode', value: 'code' });
  expect(set).toEqual({ configOptions: [mode('code')] });
  for (const client of others) {
    await client.until(
      (message) => message['method'] === 'session/update' && hasText(message, '"currentValue":"code"'),
    );
    await client.until(tells('In code'));
  }
  await old.until((message) => message['method'] === 'session/update' && hasText(message, 'code'));
  expect(first.updates().map(({ sessionUpdate }) => sessionUpdate)).toEqual(['session_info_update']);
  const kinds = (await entriesOf(log, sessionId)).map(({ event }) => event.type);
  expect(kinds).toEqual(['configured', 'update', 'configured']);
  for (const client of [first, ...others, old]) await client.close();
});

test('[RO90] [X1, X4] ever more clients of all dialects on one session see the same at the end of every turn', async () => {
  const { served, goOn } = patientAgent();
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const all = counts({ short: 12, long: 100 });
  const clients = [first];
  for (const [turn, size] of [2, Math.ceil(all / 10), all].entries()) {
    while (clients.length < size) {
      const client = await rawClientOf(served, dialects[clients.length % 3] as Dialect);
      await client.load(sessionId);
      clients.push(client);
    }
    goOn(`turn ${turn}`);
    await first.ask('session/prompt', textPrompt(sessionId, `turn ${turn}`));
    const wanted = shown(first);
    expect(wanted.length).toBe(2 * (turn + 1));
    for (const client of clients) {
      await client.until(tells(`turn ${turn} ends`));
      expect(shown(client)).toEqual(wanted);
    }
  }
  await Promise.all(clients.map((client) => client.close()));
});
