import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { connect } from '../client/connect.ts';
import { echo, idle, state } from '../test-support/november-agent.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { type Incoming, type PlainAgent, plainAgent, type Script, type Voice } from '../test-support/v1-agent.ts';
import { relayAgent } from './relay-agent.ts';

const dialects = ['v1', 'june', 'november'] as const;

const handshakes: Readonly<Record<Dialect, object>> = {
  v1: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { resume: {} } } },
  june: { protocolVersion: 2, capabilities: { session: { resume: {} } } },
  november: { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} } },
};

/** An agent with two options, which are `a` again whenever it is started; what is refused stays. */
function forgetfulAgent(dialect: Dialect, refused: string | undefined): PlainAgent {
  const values: Record<string, string> = { model: 'a', effort: 'a' };
  const id = dialect === 'november' ? 'configId' : 'id';
  const choices = ['a', 'b'].map((value) => ({ value, name: value }));
  const configOptions = (): object[] =>
    Object.entries(values).map(([name, currentValue]) => {
      return { [id]: name, name, type: 'select', currentValue, options: choices };
    });
  const script: Script = {
    'session/new': (message, voice) => voice.answer(message, { sessionId: 's', configOptions: configOptions() }),
    'session/resume': (message, voice) => voice.answer(message, { configOptions: configOptions() }),
    'session/set_config_option'(message, voice) {
      const { configId, value } = message.params as { configId: string; value: string };
      if (configId === refused && message.params['_meta'] === undefined) {
        voice.refuse(message, { code: -32602, message: 'Not now.' });
        return;
      }
      values[configId] = value;
      voice.answer(message, { configOptions: configOptions() });
    },
    'session/prompt'(message: Incoming, voice: Voice) {
      if (dialect !== 'november') return voice.answer(message, { stopReason: 'end_turn' });
      voice.update(echo('u', message));
      voice.answer(message, { messageId: 'u' });
      voice.update(state('running'));
      return voice.update(idle('end_turn'));
    },
  };
  return plainAgent(handshakes[dialect], script);
}

/** A relay in front of agents that forget the options of their sessions. */
async function inFrontOf(dialect: Dialect, refused?: string) {
  const agents: PlainAgent[] = [];
  const relay = await relayAgent({
    sessions: { log: new MemoryLog() },
    connect(options) {
      const agent = forgetfulAgent(dialect, refused);
      agents.push(agent);
      return connect(agent.transport, options);
    },
  });
  return { relay, agents };
}

const set = (client: RawClient, sessionId: string, configId: string): Promise<Json> =>
  client.ask('session/set_config_option', { sessionId, configId, value: 'b', _meta: { user: 1 } });

/** The values that the client was told last, by an update. */
const told = (client: RawClient): unknown => {
  const last = client.updates().findLast(({ sessionUpdate }) => sessionUpdate === 'config_option_update');
  return (last?.['configOptions'] as Json[] | undefined)?.map(({ id, currentValue }) => [id, currentValue]);
};

test.each(dialects)(
  '[RO121] [X26] a session that a %s agent takes up again has the options that were chosen',
  async (dialect) => {
    const { relay, agents } = await inFrontOf(dialect);
    const client = await rawClientOf(relay.agent, 'june');
    const sessionId = await client.open();
    await set(client, sessionId, 'model');
    agents.at(-1)?.voice.end();
    expect(await client.ask('session/prompt', textPrompt(sessionId, 'go'))).toEqual({ stopReason: 'end_turn' });
    const [first, ...rest] = agents.at(-1)?.received.slice(1) ?? [];
    expect(first?.method).toBe('session/resume');
    const typed = { type: 'id' };
    expect(rest.map(({ method, params }) => [method, method === 'session/prompt' ? {} : params])).toEqual([
      [
        'session/set_config_option',
        { sessionId: 's', configId: 'model', value: 'b', ...(dialect === 'november' && typed) },
      ],
      ['session/prompt', {}],
    ]);
    expect(told(client)).toBeUndefined();
    await client.close();
    await relay.close();
  },
);

test.each(dialects)(
  '[RO121] [X26] failure 7: all are told the options of a %s agent that does not take those that were chosen',
  async (dialect) => {
    const { relay, agents } = await inFrontOf(dialect, 'model');
    const [client, other] = [await rawClientOf(relay.agent, 'june'), await rawClientOf(relay.agent, 'june')];
    const sessionId = await client.open();
    await other.load(sessionId);
    await set(client, sessionId, 'model');
    await set(client, sessionId, 'effort');
    agents.at(-1)?.voice.end();
    expect(await client.ask('session/prompt', textPrompt(sessionId, 'go'))).toEqual({ stopReason: 'end_turn' });
    const now = [
      ['model', 'a'],
      ['effort', 'b'],
    ];
    expect([told(client), told(other)]).toEqual([now, now]);
    const late = await rawClientOf(relay.agent, 'june');
    const { configOptions } = await late.load(sessionId);
    expect((configOptions as Json[]).map(({ id, currentValue }) => [id, currentValue])).toEqual(now);
    await Promise.all([client, other, late].map((each) => each.close()));
    await relay.close();
  },
);

test.each(dialects)(
  '[RO121] [X6] a session is taken up by a %s agent with the `_meta` that it was opened with last, but for that of the relay',
  async (dialect) => {
    const { relay, agents } = await inFrontOf(dialect);
    const metas = (): unknown => agents.at(-1)?.received.find(({ method }) => method === 'session/resume')?.params;
    const first = await rawClientOf(relay.agent, 'june');
    const made = await first.ask('session/new', { cwd: '/w', mcpServers: [], _meta: { own: 'new' } });
    const sessionId = String(made['sessionId']);
    agents.at(-1)?.voice.end();
    await first.ask('session/prompt', textPrompt(sessionId, 'one'));
    expect(metas()).toMatchObject({ _meta: { own: 'new' } });
    await first.close();
    agents.at(-1)?.voice.end();
    const second = await rawClientOf(relay.agent, 'june');
    await second.load(sessionId, { own: 'load', 'emend/prompts': ['p'], 'emend/after': 1 });
    await second.ask('session/prompt', textPrompt(sessionId, 'two'));
    expect(metas()).toMatchObject({ _meta: { own: 'load' } });
    expect(JSON.stringify(metas())).not.toContain('emend/');
    await second.close();
    await relay.close();
  },
);
