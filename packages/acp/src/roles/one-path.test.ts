import { expect, test } from 'vitest';
import { ScriptedPeer } from '../testing/scripted-peer.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import { agent } from './agent/agent.ts';
import type { AgentEvent } from './agent/event.ts';
import { serve } from './agent/serve.ts';
import { connect } from './client/connect.ts';
import type { ClientEvent } from './client/options.ts';
import { chunk, v1Agent } from './test-support/v1-agent.ts';

const handshakes = {
  1: { protocolVersion: 1, agentCapabilities: {} },
  2: { protocolVersion: 2, capabilities: { session: {} } },
};
const unreadable = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: 'hello' };
const doubtful = {
  sessionUpdate: 'tool_call_update',
  toolCallId: 't',
  title: 'look',
  status: 'failed',
  locations: [{ path: 7 }],
};

/** What a client notices of an agent that speaks a version badly: its events, and the diagnostics of the session. */
async function noticed(version: 1 | 2) {
  const { transport } = v1Agent({
    initialize: (message, voice) => voice.answer(message, handshakes[version]),
    'session/new': (message, voice) => {
      voice.update(unreadable);
      voice.answer(message, { sessionId: 's' });
    },
    'session/prompt': (message, voice) => {
      voice.say('Loading plugins ...');
      voice.say('{"no":"message"}');
      voice.say('[{"jsonrpc":"2.0"}]');
      voice.update(unreadable);
      voice.update(doubtful);
      voice.say(JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 7 } }));
      voice.update({ ...chunk('agent', 'done'), messageId: 'm' });
      voice.answer(message, { stopReason: 'end_turn' });
    },
    'session/set_config_option': (message, voice) => voice.answer(message, {}),
  });
  const events: ClientEvent[] = [];
  await using client = await connect(transport, { reading: 'lenient', onEvent: (event) => void events.push(event) });
  const session = await client.newSession({ cwd: '/' });
  await session.prompt('hi');
  await session.setConfigOption('x', 'y');
  return { events, diagnostics: session.state.diagnostics.toArray() };
}

test('[RO34] an agent that speaks v1 badly is noticed as one that speaks v2 badly', async () => {
  const [one, two] = [await noticed(1), await noticed(2)];
  expect(one).toEqual(two);
  expect(two.events.map(({ type }) => type)).toEqual([
    'malformed-update',
    'noise',
    'noise',
    'noise',
    'malformed-update',
    'repaired-update',
    'malformed-update',
    'malformed-result',
  ]);
  expect(two.diagnostics.map(({ code }) => code)).toEqual(['malformed_update', 'malformed_update', 'malformed_part']);
});

/** What an agent notices of a client that speaks a version badly. */
async function noticedByAgent(version: 1 | 2): Promise<readonly AgentEvent[]> {
  const [here, there] = memoryPair();
  const events: AgentEvent[] = [];
  const options = { onEvent: (event: AgentEvent) => void events.push(event) };
  await using _ = serve(agent({ prompt: async () => {} }), there, options);
  const client = new ScriptedPeer(here);
  await client.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: version } });
  await client.next();
  await here.send('what?');
  await here.send('{"no":"message"}');
  await here.send('[{"no":"message"}]');
  for (let count = 0; count < 3; count++) await client.next();
  await client.send({ jsonrpc: '2.0', method: '_hint', params: {} });
  await client.send({ jsonrpc: '2.0', id: 2, method: '_echo' });
  await client.next();
  return events;
}

test('[RO34] a client that speaks v1 badly is noticed as one that speaks v2 badly', async () => {
  const [one, two] = [await noticedByAgent(1), await noticedByAgent(2)];
  expect(one).toEqual(two);
  expect(two.map(({ type }) => type)).toEqual(['noise', 'noise', 'noise', 'unknown-notification']);
});
