import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { textOf } from '../../session/plain-text.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { serve } from '../agent/serve.ts';
import type { Client } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ClientOptions } from '../client/options.ts';
import type { ClientSession } from '../client/session.ts';
import { chunk, type PlainAgent, plainAgent, v1Agent } from '../test-support/v1-agent.ts';
import { type RelayOptions, relayAgent } from './relay-agent.ts';

const cwd = '/project';
type Connections = NonNullable<RelayOptions['connections']>;

/** Connects to an agent that is started anew each time, and ends the last one. */
function starting(start: () => PlainAgent) {
  const started: { readonly agent: PlainAgent; readonly client: Client }[] = [];
  return {
    async connect(options: ClientOptions): Promise<Client> {
      const agent = start();
      const client = await connect(agent.transport, options);
      started.push({ agent, client });
      return client;
    },
    async end(): Promise<void> {
      const last = started.at(-1);
      last?.agent.voice.end();
      await last?.client.closed;
    },
  };
}

async function clientOf(served: Awaited<ReturnType<typeof relayAgent>>, options: ClientOptions = {}): Promise<Client> {
  const [near, far] = memoryPair();
  serve(served.agent, far, { onEvent() {} });
  return connect(near, options);
}

function textsOf({ state }: ClientSession): readonly string[] {
  return state.messages.toArray().map(({ kind, content }) => `${kind}: ${textOf(content.toArray())}`);
}

test.each<Connections>(['session', 'shared'])(
  '[RO135] what a v1 agent answers after it was started again is a message of its own, behind its prompt, with a connection by %s',
  async (connections) => {
    const { connect: connectBehind, end } = starting(() =>
      v1Agent({
        'session/prompt': (message, voice) => {
          const [{ text }] = message.params['prompt'] as [{ readonly text: string }];
          voice.update(chunk('agent', `${text}, `));
          voice.update(chunk('agent', 'done'));
          voice.answer(message, { stopReason: 'end_turn' });
        },
      }),
    );
    const sessions = { log: new MemoryLog() };
    await using relay = await relayAgent({ connect: connectBehind, sessions, connections });
    const session = await (await clientOf(relay)).newSession({ cwd });
    await session.prompt('one');
    await end();
    await session.prompt('two');
    const texts = ['user: one', 'agent: one, done', 'user: two', 'agent: two, done'];
    expect(textsOf(session)).toEqual(texts);
    const other = await (await clientOf(relay)).loadSession({ sessionId: session.id, cwd });
    expect(textsOf(other)).toEqual(texts);
  },
);

test('[RO135] a permission about no tool call of an agent that was started again is not about an earlier one', async () => {
  const handshake = { protocolVersion: 2, info: { name: 'plain', version: '1' }, capabilities: { session: {} } };
  const { connect: connectBehind, end } = starting(() =>
    plainAgent(handshake, {
      'session/new': (message, voice) => voice.answer(message, { sessionId: 's' }),
      'session/prompt': (message, voice) => {
        const [{ text }] = message.params['prompt'] as [{ readonly text: string }];
        voice.answer(message, { messageId: `u-${text}` });
        voice.update({ sessionUpdate: 'state_update', state: 'running' });
        const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
        voice.ask(7, 'session/request_permission', { sessionId: 's', title: text, options });
        voice.update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
      },
    }),
  );
  await using relay = await relayAgent({ connect: connectBehind, sessions: { log: new MemoryLog() } });
  const asked: string[] = [];
  const client = await clientOf(relay, {
    requestPermission({ toolCall }) {
      asked.push(toolCall.toolCallId);
      return 'yes';
    },
  });
  const session = await client.newSession({ cwd });
  await session.prompt('one');
  await end();
  await session.prompt('two');
  expect(asked.length).toBe(2);
  expect(new Set(asked).size).toBe(2);
});
