import { expect, test } from 'vitest';
import { talk, updatesOf } from '../../test-support/talk.ts';

const option = (currentValue: string, category = 'mode') => ({
  id: 'm',
  name: 'M',
  type: 'select',
  category,
  currentValue,
  options: [
    { value: 'a', name: 'A' },
    { value: 'b', name: 'B' },
  ],
});
const session = { sessionId: 's' };

/** A session with an option `m` that is `a`, which the client asks to set to `b`; then the agent answers with nothing. */
function setting(method: string, choice: object, category?: string) {
  const conversation = talk({ client: 'v1', agent: 'june' });
  const { ask, answer, update, bridge } = conversation;
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  answer(1, { ...session, configOptions: [option('a', category)] });
  ask(2, method, { ...session, ...choice });
  const tell = (value: string) => update('config_option_update', { configOptions: [option(value, category)] });
  const answerEmpty = () => {
    const { toClient, faults } = bridge.fromAgent({ jsonrpc: '2.0', id: 2, result: {} });
    return { client: updatesOf(toClient), faults };
  };
  return { tell, answerEmpty };
}

const told = (configOptions: readonly object[]) => ({ sessionUpdate: 'config_option_update', configOptions });
const mode = (currentModeId: string) => ({ sessionUpdate: 'current_mode_update', currentModeId });
const faults = [
  {
    type: 'malformed-result',
    method: 'session/set_config_option',
    issues: [expect.stringContaining('configOptions')],
    result: {},
  },
];

test('[BR13] an option set without a proper answer is as an update told it meanwhile, or else has the new value', () => {
  const set = { configId: 'm', value: 'b' };
  const answered = (value: string) => ({ jsonrpc: '2.0', id: 2, result: { configOptions: [option(value)] } });
  const silent = setting('session/set_config_option', set);
  expect(silent.answerEmpty()).toEqual({ client: [mode('b'), answered('b')], faults });
  const refused = setting('session/set_config_option', set);
  refused.tell('a');
  expect(refused.answerEmpty()).toEqual({ client: [answered('a')], faults });
});

test('[BR13] so is a mode', () => {
  const done = { jsonrpc: '2.0', id: 2, result: {} };
  const silent = setting('session/set_mode', { modeId: 'b' });
  expect(silent.answerEmpty()).toEqual({ client: [told([option('b')]), done], faults });
  // The client believes in the mode that it has set.
  const refused = setting('session/set_mode', { modeId: 'b' });
  refused.tell('a');
  expect(refused.answerEmpty()).toEqual({ client: [told([option('a')]), mode('a'), done], faults });
});

test('[BR13] so is a model', () => {
  const done = { jsonrpc: '2.0', id: 2, result: {} };
  const silent = setting('session/set_model', { modelId: 'b' }, 'model');
  expect(silent.answerEmpty()).toEqual({ client: [told([option('b', 'model')]), done], faults });
  const refused = setting('session/set_model', { modelId: 'b' }, 'model');
  refused.tell('a');
  expect(refused.answerEmpty()).toEqual({ client: [told([option('a', 'model')]), done], faults });
});
