import { expect, test } from 'vitest';
import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { type Incoming, type Voice, v1Agent } from '../test-support/v1-agent.ts';
import { connect } from './connect.ts';
import type { ClientEvent } from './options.ts';

const models = {
  currentModelId: 'pro',
  availableModels: [
    { modelId: 'pro', name: 'Pro' },
    { modelId: 'flash', name: 'Flash' },
  ],
};
const option = (id: string, category: string, currentValue: string) => ({
  id,
  name: id === 'model' ? 'Model' : id,
  category,
  type: 'select' as const,
  currentValue,
  options: [
    { value: 'pro', name: 'Pro' },
    { value: 'flash', name: 'Flash' },
  ],
});

test('[RO32] the models of a v1 agent are an option, and other keys of its answer are there', async () => {
  const setUp = (message: Incoming, voice: Voice): void =>
    voice.answer(message, { sessionId: 's', models, _meta: { k: 1 }, workspace: 'w' });
  const { transport, received } = v1Agent({ 'session/new': setUp, 'session/load': setUp, 'session/resume': setUp });
  await using client = await connect(transport);
  const session = await client.newSession({ cwd: '/' });
  expect(session.state.configOptions).toEqual([option('model', 'model', 'pro')]);
  const setup = { sessionId: 's', configOptions: [option('model', 'model', 'pro')], _meta: { k: 1 }, workspace: 'w' };
  expect(session.setup).toEqual(setup);
  expect(await session.setConfigOption('model', 'flash')).toEqual([option('model', 'model', 'flash')]);
  expect(session.state.configOptions).toEqual([option('model', 'model', 'flash')]);
  expect(received.at(-1)).toMatchObject({ method: 'session/set_model', params: { sessionId: 's', modelId: 'flash' } });
  const where = { cwd: '/', sessionId: 's' };
  expect([(await client.loadSession(where)).setup, (await client.resumeSession(where)).setup]).toEqual([setup, setup]);
});

test('[RO33] an option that a v2 agent sets without a proper answer is set, and that is told', async () => {
  const events: ClientEvent[] = [];
  const [here, there] = memoryPair();
  const v2Agent = new ScriptedPeer(there);
  const initialized = { protocolVersion: 2, capabilities: { session: {} } };
  const playing = v2Agent.play([
    { expect: () => {} },
    { send: { jsonrpc: '2.0', id: 1, result: initialized } },
    { expect: () => {} },
    { send: { jsonrpc: '2.0', id: 2, result: { sessionId: 's', configOptions: [option('effort', 'x', 'pro')] } } },
    { expect: () => {} },
    { send: { jsonrpc: '2.0', id: 3, result: {} } },
  ]);
  await using client = await connect(here, { onEvent: (event) => void events.push(event) });
  const session = await client.newSession({ cwd: '/' });
  expect(await session.setConfigOption('effort', 'flash')).toEqual([option('effort', 'x', 'flash')]);
  await playing;
  expect(session.state.configOptions).toEqual([option('effort', 'x', 'flash')]);
  const issues = ['configOptions: expected array, found nothing'];
  expect(events).toEqual([{ type: 'malformed-result', method: 'session/set_config_option', issues, result: {} }]);
});
