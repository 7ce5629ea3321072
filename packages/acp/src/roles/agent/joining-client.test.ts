import { expect, test } from 'vitest';
import { deferred } from '../../jsonrpc/test-support/connect.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { tells } from '../test-support/patient-agent.ts';
import { type Json, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { said } from '../test-support/said.ts';
import { agent } from './agent.ts';
import { serve } from './serve.ts';
import type { Turn } from './turn.ts';

/** A log that finds sessions when it is told to. */
class SlowLog extends MemoryLog {
  gate: ReturnType<typeof deferred<void>> | undefined;
  searches = 0;

  override async find(sessionId: string) {
    this.searches += 1;
    await this.gate?.promise;
    return super.find(sessionId);
  }
}

/** An agent whose turn is in the hands of the test. */
function manualAgent() {
  const log = new SlowLog();
  const turns: Turn[] = [];
  const over = deferred<void>();
  const served = agent({
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      turns.push(turn);
      await over.promise;
    },
  });
  return { log, turns, over, served };
}

test.each([
  ['is let in', '/w', ['user: one', 'agent: before during after']],
  ['is refused', '/elsewhere', ['agent: during after']],
] as const)(
  '[RO91] [X9] what happens while a client that loads its session again waits comes once; it %s',
  async (_, cwd, expected) => {
    const { log, turns, over, served } = manualAgent();
    const first = await rawClientOf(served, 'june');
    const sessionId = await first.open();
    const other = await rawClientOf(served, 'v1');
    await other.load(sessionId);
    const running = first.ask('session/prompt', textPrompt(sessionId, 'one'));
    await expect.poll(() => turns.length).toBe(1);
    const message = (turns[0] as Turn).message();
    await message.append('before ');
    await other.until(tells('before'));
    log.gate = deferred();
    const searches = log.searches;
    const from = other.received.length;
    const loaded = other.ask('session/load', { sessionId, cwd, mcpServers: [] });
    await expect.poll(() => log.searches).toBeGreaterThan(searches);
    await message.append('during ');
    await first.until(tells('during'));
    log.gate.resolve();
    log.gate = undefined;
    await loaded;
    await message.append('after');
    await other.until(tells('after'));
    over.resolve();
    expect(await running).toEqual({ stopReason: 'end_turn' });
    const updates = other.received.slice(from).flatMap(({ params }) => (params as Json | undefined)?.['update'] ?? []);
    expect(said(updates as Json[])).toEqual(expected);
    await Promise.all([first.close(), other.close()]);
  },
);

test.each(['june', 'november'] as const)(
  '[RE94] [X9] a %s client that asks for it is told where the replay begins: behind that comes the whole session, once',
  async (dialect) => {
    const { turns, over, served } = manualAgent();
    const first = await rawClientOf(served, 'june');
    const sessionId = await first.open();
    const other = await rawClientOf(served, dialect);
    await other.load(sessionId);
    const running = first.ask('session/prompt', textPrompt(sessionId, 'one'));
    await expect.poll(() => turns.length).toBe(1);
    const message = (turns[0] as Turn).message();
    await message.append('before ');
    await other.until(tells('before'));
    await other.load(sessionId, { 'emend/mark': true });
    const answer = other.received.findLast(({ id }) => id !== undefined);
    await message.append('after');
    await other.until(tells('after'));
    over.resolve();
    await running;
    const mark = other.received.findIndex(({ method }) => method === '$/emend/replay');
    expect(other.received[mark]?.['params']).toEqual({ requestId: answer?.['id'] });
    const behind = other.received.slice(mark).flatMap(({ params }) => (params as Json | undefined)?.['update'] ?? []);
    expect(said(behind as Json[])).toEqual(['user: one', 'agent: before after']);
    // Who opens it alone is told, too.
    await Promise.all([first.close(), other.close()]);
    const later = await rawClientOf(served, dialect);
    await later.load(sessionId, { 'emend/mark': true });
    const methods = later.received.map(({ method }) => method).filter((method) => method !== undefined);
    expect([methods[0], methods.includes('session/update')]).toEqual(['$/emend/replay', true]);
    await later.close();
  },
);

test('[RO92] [X3] a client that joins and does not read is disconnected once 16 Mi characters are kept back for it', async () => {
  const { turns, over, served } = manualAgent();
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const running = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  await expect.poll(() => turns.length).toBe(1);
  const turn = turns[0] as Turn;
  const mebi = 'x'.repeat(1024 * 1024);
  await turn.message().append(mebi);
  const [near, far] = memoryPair({ highWater: 1024 });
  const connection = serve(served, far, { onEvent() {} });
  const send = (message: object) => void near.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  send({ id: 1, method: 'initialize', params: { protocolVersion: 2, clientInfo: { name: 'n', version: '1' } } });
  send({ id: 2, method: 'session/load', params: { sessionId, cwd: '/w', mcpServers: [] } });
  await expect.poll(() => turn.session.clients.present.length).toBe(2);
  for (let count = 0; count < 15; count++) await turn.message().append(mebi);
  expect(turn.session.clients.present.length).toBe(2);
  for (let count = 0; count < 2; count++) await turn.message().append(mebi);
  expect((await connection.closed).reason).toBe('overrun');
  await turn.message().append('The end.');
  over.resolve();
  expect(await running).toEqual({ stopReason: 'end_turn' });
  await first.until(tells('The end.'));
  expect(turn.session.clients.present.length).toBe(1);
  await first.close();
});
