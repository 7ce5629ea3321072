import { describe, expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import type { SetSessionConfigOptionRequest } from '../../protocol/base/generated/config-option.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connected } from '../test-support/pair.ts';
import { agent } from './agent.ts';
import type { AgentDefinition } from './definition.ts';
import { serve } from './serve.ts';
import type { AgentSession } from './session.ts';

const cwd = '/project';
const mode = (currentValue: string): SessionConfigOption => ({
  type: 'select',
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  currentValue,
  options: [
    { value: 'ask', name: 'Ask' },
    { value: 'code', name: 'Code' },
  ],
});
const model = (currentValue: string): SessionConfigOption => ({
  type: 'select',
  id: 'model',
  name: 'Model',
  currentValue,
  options: [
    { group: 'fast', name: 'Fast', options: [{ value: 'small', name: 'Small' }] },
    { group: 'slow', name: 'Slow', options: [{ value: 'large', name: 'Large' }] },
  ],
});
const slider: SessionConfigOption = { type: '_slider', id: 'heat', name: 'Heat', steps: 9 };

/** An agent that does whatever it is asked to set, and what it was asked. */
function obedient(options: readonly SessionConfigOption[]) {
  const seen: Omit<SetSessionConfigOptionRequest, 'sessionId'>[] = [];
  const definition: AgentDefinition = {
    prompt: (turn) => void turn.configOptions([mode('ask')]),
    newSession: () => ({ configOptions: options }),
    setConfigOption({ configId, value }) {
      seen.push({ configId, value });
      return options;
    },
  };
  return { definition, seen };
}

describe('setting an option', () => {
  const all = [mode('ask'), model('small'), slider];

  test.each([
    [
      'nonsense',
      'ask',
      'The session has no option "nonsense"; it has "mode", "model", "heat".',
      ['mode', 'model', 'heat'],
    ],
    ['mode', 'nonsense', 'The option "mode" cannot be set to "nonsense"; it offers "ask", "code".', ['ask', 'code']],
    ['mode', '', 'The option "mode" cannot be set to ""; it offers "ask", "code".', ['ask', 'code']],
    ['model', 'fast', 'The option "model" cannot be set to "fast"; it offers "small", "large".', ['small', 'large']],
  ])('[RO23] %s to %j is refused before the agent sees it', async (configId, value, message, offered) => {
    const { definition, seen } = obedient(all);
    await using pair = await connected(definition);
    const session = await pair.client.newSession({ cwd });
    await expect(
      pair.client.request('session/set_config_option', { sessionId: session.id, configId, value }),
    ).rejects.toMatchObject({ code: -32602, message, data: { configId, value, offered } });
    expect(seen).toEqual([]);
  });

  test('[RO23] what is offered is passed on, and any value of an option whose type nobody knows', async () => {
    const { definition, seen } = obedient(all);
    await using pair = await connected(definition);
    const session = await pair.client.newSession({ cwd });
    const asked = [
      { configId: 'mode', value: 'code' },
      { configId: 'model', value: 'large' },
      { configId: 'heat', value: '7' },
    ];
    for (const { configId, value } of asked) await session.setConfigOption(configId, value);
    expect(seen).toEqual(asked);
  });

  test('[RO23] what counts is the list that the client was told last', async () => {
    const { definition, seen } = obedient([model('small')]);
    await using pair = await connected(definition);
    const session = await pair.client.newSession({ cwd });
    await session.prompt('offer the mode instead');
    await session.setConfigOption('mode', 'code');
    await expect(session.setConfigOption('mode', 'code')).rejects.toThrow(
      'The session has no option "mode"; it has "model".',
    );
    expect(seen).toEqual([{ configId: 'mode', value: 'code' }]);
  });

  test('[RO23] a session without options takes none, and a long list is cut in the message alone', async () => {
    for (const [options, message] of [
      [[], 'The session has no option "x"; it has none.'],
      [
        Array.from({ length: 25 }, (_, id) => ({ ...slider, id: String(id) })),
        `The session has no option "x"; it has ${Array.from({ length: 20 }, (_, id) => `"${id}"`).join(', ')} and 5 more.`,
      ],
    ] as const) {
      const { definition } = obedient(options);
      await using pair = await connected(definition);
      const session = await pair.client.newSession({ cwd });
      await expect(
        pair.client.request('session/set_config_option', { sessionId: session.id, configId: 'x', value: 'y' }),
      ).rejects.toMatchObject({ message, data: { offered: options.map(({ id }) => id) } });
    }
  });

  test('[RO23] the mode of a v1 client is looked at in the same way', async () => {
    const { definition, seen } = obedient([mode('ask')]);
    const [here, there] = memoryPair();
    await using _ = serve(agent(definition), there);
    const client = new ScriptedPeer(here);
    const ask = async (id: number, method: string, params: object) => {
      await client.send({ jsonrpc: '2.0', id, method, params });
      for (;;) {
        const message = (await client.next()) as { id?: number; result?: Record<string, unknown>; error?: unknown };
        if (message.id === id) return message;
      }
    };
    await ask(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
    const { result } = await ask(2, 'session/new', { cwd, mcpServers: [] });
    const sessionId = result?.['sessionId'];
    expect((await ask(3, 'session/set_mode', { sessionId, modeId: 'nonsense' })).error).toMatchObject({
      code: -32602,
      message: 'The option "mode" cannot be set to "nonsense"; it offers "ask", "code".',
    });
    expect((await ask(4, 'session/set_mode', { sessionId, modeId: 'code' })).error).toBeUndefined();
    expect(seen).toEqual([{ configId: 'mode', value: 'code' }]);
  });
});

describe('the options of a session', () => {
  const look = (session: AgentSession) => [session.options, session.optionValue('mode'), session.optionValue('other')];

  test('are there for the agent, with what was chosen', async () => {
    const seen: unknown[] = [];
    await using pair = await connected({
      newSession(_, session) {
        seen.push(look(session));
        return { configOptions: [mode('ask')] };
      },
      setConfigOption: ({ value }) => [mode(value)],
      prompt: (turn) => void seen.push(look(turn.session)),
    });
    const session = await pair.client.newSession({ cwd });
    await session.prompt('look');
    await session.setConfigOption('mode', 'code');
    await session.prompt('look');
    expect(seen).toEqual([
      [[], undefined, undefined],
      [[mode('ask')], 'ask', undefined],
      [[mode('code')], 'code', undefined],
    ]);
  });

  test.each(['loadSession', 'resumeSession'] as const)(
    '[RO24] are handed to %s as the person chose them, also if the agent answers with a list of its own',
    async (open) => {
      const log = new MemoryLog();
      const seen: unknown[] = [];
      const definition: AgentDefinition = {
        sessions: { log, now: () => 1 },
        newSession: () => ({ configOptions: [mode('ask')] }),
        setConfigOption: ({ value }) => [mode(value)],
        [open](_: unknown, session: AgentSession) {
          seen.push(look(session));
          return { configOptions: [mode(session.optionValue('mode') ?? 'ask'), model('small')] };
        },
        prompt: (turn) => void seen.push(look(turn.session)),
      };
      let sessionId = '';
      {
        await using pair = await connected(definition);
        const session = await pair.client.newSession({ cwd });
        sessionId = session.id;
        await session.setConfigOption('mode', 'code');
      }
      await using pair = await connected(definition);
      const session = await pair.client[open]({ sessionId, cwd });
      expect(session.state.configOptions).toEqual([mode('code'), model('small')]);
      await session.prompt('look');
      expect(seen).toEqual([
        [[mode('code')], 'code', undefined],
        [[mode('code'), model('small')], 'code', undefined],
      ]);
    },
  );
});
