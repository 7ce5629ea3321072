import { expect, test } from 'vitest';
import { Peer } from '../../jsonrpc/peer.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connected } from '../test-support/pair.ts';
import { connect } from './connect.ts';
import type { ClientEvent, ClientOptions } from './options.ts';
import type { ClientSession } from './session.ts';

const cwd = '/project';

/** Keeps the updates that a client is told of. */
function watched(): ClientOptions & { readonly seen: [ReceivedSessionUpdate, ClientSession, number][] } {
  const seen: [ReceivedSessionUpdate, ClientSession, number][] = [];
  return { seen, onUpdate: (update, session) => void seen.push([update, session, session.state.messages.length]) };
}

test('every update is told in order, once it is in the state, early ones and the replay of a load included', async () => {
  const watch = watched();
  await using pair = await connected(
    {
      sessions: { log: new MemoryLog() },
      newSession: (_, session) => void session.message({ id: 'm', content: 'Hello.' }),
      prompt: (turn) => void turn.message({ id: 'n', content: 'You are welcome.' }),
    },
    watch,
  );
  const session = await pair.client.newSession({ cwd });
  await session.prompt('Thanks.');
  const text = (said: string) => [{ type: 'text', text: said }];
  const hello = { sessionUpdate: 'agent_message', messageId: 'm', content: text('Hello.') };
  const thanks = { sessionUpdate: 'user_message', messageId: expect.any(String), content: text('Thanks.') };
  const welcome = { sessionUpdate: 'agent_message', messageId: 'n', content: text('You are welcome.') };
  const all = [
    [hello, session, 1],
    [thanks, session, 2],
    [welcome, session, 3],
  ];
  expect(watch.seen).toEqual(all);
  await session.close();
  const again = await pair.client.loadSession({ sessionId: session.id, cwd });
  expect(watch.seen.slice(3)).toEqual(all.map(([update, , count]) => [update, again, count]));
});

test('an agent of v1 is told of in v2', async () => {
  const [near, far] = memoryPair();
  const agent: Peer = new Peer(far, {
    requests: {
      initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
      'session/new': () => ({ sessionId: 's' }),
      'session/prompt': async (_, context) => {
        const content = { type: 'text', text: 'Hello.' };
        await context.notify('session/update', {
          sessionId: 's',
          update: { sessionUpdate: 'agent_message_chunk', content },
        });
        return { stopReason: 'end_turn' };
      },
    },
  });
  const watch = watched();
  const client = await connect(near, watch);
  await (await client.newSession({ cwd })).prompt('Hi.');
  expect(watch.seen.map(([update]) => update)).toEqual([
    {
      sessionUpdate: 'agent_message_chunk',
      messageId: expect.any(String),
      content: { type: 'text', text: 'Hello.' },
    },
  ]);
  await client.close();
  await agent.closed;
});

test('a mistake in it is reported, as is one of a listener, and neither keeps the other from being told', async () => {
  const events: ClientEvent[] = [];
  await using pair = await connected(
    { acknowledgesPrompts: false, prompt: (turn) => void turn.message({ id: 'm', content: 'Hello.' }) },
    {
      onEvent: (event) => events.push(event),
      onUpdate() {
        throw new Error('of onUpdate');
      },
    },
  );
  const session = await pair.client.newSession({ cwd });
  session.store.subscribeToMessage('agent', 'm', () => {
    throw new Error('of a listener');
  });
  expect(await session.prompt('Hi.')).toEqual({ stopReason: 'end_turn' });
  expect(events).toEqual(
    ['of a listener', 'of onUpdate'].map((message) => ({
      type: 'listener-failed',
      sessionId: session.id,
      error: new Error(message),
    })),
  );
});
