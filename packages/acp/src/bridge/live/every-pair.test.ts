import { expect, test } from 'vitest';
import type { Dialect } from '../../protocol/dialects.ts';
import { dialects } from '../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { PlainAgent } from '../test-support/plain-agent.ts';
import { PlainClient } from '../test-support/plain-client.ts';
import { StrictWire } from '../test-support/strict-wire.ts';
import { bridge } from './bridge.ts';
import type { BridgeEvent } from './bridge-options.ts';

const info = { name: 'plain', version: '1' };
const handshakes: Readonly<Record<Dialect, object>> = {
  v1: { protocolVersion: 1, clientInfo: info, clientCapabilities: {} },
  june: { protocolVersion: 2, clientInfo: info, capabilities: {} },
  november: { protocolVersion: 2, info, capabilities: {} },
};

const names = Object.keys(dialects) as readonly Dialect[];
const pairs = names.flatMap((client) => names.map((agent) => [client, agent] as const));

/** A client and an agent of two dialects with a bridge between them, each on a wire that is read strictly. */
function paired(clientDialect: Dialect, agentDialect: Dialect) {
  const [clientEnd, toClient] = memoryPair();
  const [agentEnd, toAgent] = memoryPair();
  const wires = { client: new StrictWire(clientDialect), agent: new StrictWire(agentDialect) };
  const events: BridgeEvent[] = [];
  new PlainAgent(agentDialect, wires.agent.watch(agentEnd, 'agent'));
  const ended = bridge(toClient, toAgent, { onEvent: (event) => events.push(event) });
  const asked: unknown[] = [];
  const client = new PlainClient(wires.client.watch(clientEnd, 'client'), (_, { toolCall, subject, options }) => {
    const about = isObject(subject) ? subject['toolCall'] : toolCall;
    asked.push(isObject(about) && about['title']);
    const [first] = options as readonly JsonObject[];
    return { outcome: { outcome: 'selected', optionId: first?.['optionId'] } };
  });
  const seen = () => wires.client.updates.length;
  /** Waits until the client has got an update that is as asked, among those after some. */
  const until = (isSo: (update: JsonObject) => boolean, after: number) =>
    expect.poll(() => wires.client.updates.slice(after).some(isSo), { interval: 1 }).toBe(true);
  /** Prompts, and resolves with the stop reason when the turn is over, however the dialect tells it. */
  async function prompt(words: string): Promise<unknown> {
    const before = seen();
    const params = { sessionId: 's', prompt: [{ type: 'text', text: words }] };
    const { result } = await client.request('session/prompt', params);
    if (clientDialect !== 'november') return (result as JsonObject)['stopReason'];
    const isIdle = ({ sessionUpdate, state }: JsonObject) => sessionUpdate === 'state_update' && state === 'idle';
    await until(isIdle, before);
    return wires.client.updates.slice(before).find(isIdle)?.['stopReason'];
  }
  return { client, agentEnd, ended, wires, events, asked, prompt, until, seen };
}

/** The words of the agent among updates, joined. */
function wordsOf(updates: readonly JsonObject[], kind = 'agent_message_chunk'): string {
  return updates
    .filter(({ sessionUpdate }) => sessionUpdate === kind)
    .map(({ content }) => (isObject(content) ? content['text'] : ''))
    .join('');
}

test.each(pairs)(
  '[N91] [N110] [N119] a client of %s completes a session with an agent of %s through a bridge',
  async (clientDialect, agentDialect) => {
    const { client, wires, events, asked, prompt, until, seen } = paired(clientDialect, agentDialect);
    const setup = { cwd: '/w', mcpServers: [] };
    const { result } = await client.request('initialize', handshakes[clientDialect]);
    expect(result).toMatchObject({ protocolVersion: dialects[clientDialect].protocolVersion });
    expect(Object.keys(result as object)).toContain(clientDialect === 'november' ? 'info' : 'agentInfo');
    expect((await client.request('session/new', setup))['result']).toEqual({ sessionId: 's' });

    expect(await prompt('ask')).toBe('end_turn');
    expect([asked, wordsOf(wires.client.updates)]).toEqual([['Write out.txt'], 'done: yes']);

    const before = seen();
    const endless = prompt('wait');
    await until(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk', before);
    client.notify('session/cancel', { sessionId: 's' });
    expect(await endless).toBe('cancelled');

    const listed = await client.request('session/list', {});
    expect(listed['result']).toEqual({ sessions: [{ sessionId: 's', cwd: '/w' }] });
    const replayed = seen();
    const [method, cursor] =
      clientDialect === 'november' ? ['session/resume', { replayFrom: { type: 'start' } }] : ['session/load', {}];
    const loaded = await client.request(method, { sessionId: 's', ...setup, ...cursor });
    expect(loaded).toHaveProperty('result');
    const replay = wires.client.updates.slice(replayed);
    expect([wordsOf(replay, 'user_message_chunk'), wordsOf(replay)]).toEqual(['before', 'said before']);
    const resumed = seen();
    expect(await client.request('session/resume', { sessionId: 's', ...setup })).toHaveProperty('result');
    expect(wordsOf(wires.client.updates.slice(resumed))).toBe('');
    expect((await client.request('session/close', { sessionId: 's' }))['result']).toEqual({});

    // An agent is asked in the words of a v1 client first.
    const complaints = wires.agent.complaints.filter((each) => !each.includes('"method":"initialize"'));
    expect([wires.client.complaints, complaints]).toEqual([[], []]);
    const { client: saidClient, agent: saidAgent, isTranslating } = events.find(isConnected) ?? {};
    expect([saidClient, saidAgent, isTranslating]).toEqual([
      clientDialect,
      agentDialect,
      clientDialect !== agentDialect,
    ]);
    expect(events.filter(({ type }) => type === 'fault')).toEqual([]);
  },
);

function isConnected(event: BridgeEvent): event is Extract<BridgeEvent, { type: 'connected' }> {
  return event.type === 'connected';
}

test.each(names)(
  '[BR76] a November client is told of the end of a turn whose agent of %s has died in it',
  async (agentDialect) => {
    const { client, agentEnd, wires, until, prompt } = paired('november', agentDialect);
    await client.request('initialize', handshakes.november);
    await client.request('session/new', { cwd: '/w', mcpServers: [] });
    const stopReason = prompt('wait');
    await until(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk', 0);
    await agentEnd.close();
    expect(await stopReason).toBe('error');
    expect(wires.client.updates.at(-1)).toEqual({
      sessionUpdate: 'state_update',
      state: 'idle',
      stopReason: 'error',
      error: { code: -32603, message: 'The agent has closed the connection.' },
    });
    expect(wires.client.complaints).toEqual([]);
  },
);

test('[BR76] of a turn whose end was told nothing more is said', async () => {
  const { client, agentEnd, ended, wires, until, prompt } = paired('november', 'november');
  await client.request('initialize', handshakes.november);
  await client.request('session/new', { cwd: '/w', mcpServers: [] });
  expect(await prompt('ask')).toBe('end_turn');
  const waits = { sessionId: 's', prompt: [{ type: 'text', text: 'wait' }] };
  void client.request('session/prompt', waits).catch(() => {});
  await until(({ content }) => isObject(content) && content['text'] === 'waiting', 0);
  await client.request('session/close', { sessionId: 's' });
  const before = wires.client.updates.length;
  await agentEnd.close();
  await ended;
  expect(wires.client.updates.length).toBe(before);
});
