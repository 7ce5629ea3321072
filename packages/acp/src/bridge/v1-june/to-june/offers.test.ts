import { expect, test } from 'vitest';
import { talk } from '../../test-support/talk.ts';

const models = {
  currentModelId: 'pro',
  availableModels: [
    { modelId: 'pro', name: 'Pro', description: 'Thinks longer' },
    { modelId: 'flash', name: 'Flash', description: null },
  ],
};
const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] };
const modelOption = {
  id: 'model',
  name: 'Model',
  category: 'model',
  type: 'select',
  currentValue: 'pro',
  options: [
    { value: 'pro', name: 'Pro', description: 'Thinks longer' },
    { value: 'flash', name: 'Flash', description: null },
  ],
};
const modeOption = { ...modelOption, id: 'mode', name: 'Mode', category: 'mode', currentValue: 'ask' };
const askOption = { ...modeOption, options: [{ value: 'ask', name: 'Ask' }] };
const own = { ...modelOption, id: 'effort', name: 'Effort', category: 'thought_level' };

/** A conversation in which a session was set up with this answer; gives the options that the client was told. */
function setUp(method: string, result: object) {
  const conversation = talk({ client: 'june', agent: 'v1' });
  const params = { cwd: '/', mcpServers: [], ...(method === 'session/new' ? {} : { sessionId: 's' }) };
  conversation.ask(1, method, params);
  const [answered] = conversation.answer(1, result).client as { readonly result: unknown }[];
  return { ...conversation, answered: answered?.result };
}

test.each(['session/new', 'session/load', 'session/resume', 'session/fork'])(
  '[BR28] models that %s tells are an option beside the modes',
  (method) => {
    const id = method === 'session/fork' ? { sessionId: 'forked' } : method === 'session/new' ? { sessionId: 's' } : {};
    const { answered, entries } = setUp(method, {
      ...id,
      models,
      modes,
      configOptions: [own],
      _meta: { k: 1 },
      more: 2,
    });
    expect(answered).toEqual({ ...id, configOptions: [askOption, modelOption, own], _meta: { k: 1 }, more: 2 });
    expect(entries()).toEqual([
      { kind: 'repair', rule: 'mode-option', path: 'modes' },
      { kind: 'repair', rule: 'model-option', path: 'models' },
    ]);
  },
);

test('[BR28] an option of the agent for the model supersedes its models, at once or later; ids stay apart', () => {
  const ownModel = { ...own, id: 'model', category: 'model' };
  const told = setUp('session/new', { sessionId: 's', models, configOptions: [ownModel] });
  expect([told.answered, told.entries()]).toEqual([
    { sessionId: 's', configOptions: [ownModel] },
    [{ kind: 'repair', rule: 'models-superseded', path: 'models' }],
  ]);
  const { update } = setUp('session/new', { sessionId: 's', models, modes });
  const taken = { ...own, id: 'model' };
  expect(update('config_option_update', { configOptions: [taken] })).toEqual([
    { sessionUpdate: 'config_option_update', configOptions: [askOption, { ...modelOption, id: 'model-2' }, taken] },
  ]);
  expect(update('config_option_update', { configOptions: [ownModel] })).toEqual([
    { sessionUpdate: 'config_option_update', configOptions: [askOption, ownModel] },
  ]);
});

test('[BR28] malformed models are reported and left out', () => {
  for (const bad of [7, [], { currentModelId: 'x' }, { currentModelId: 'x', availableModels: [null] }]) {
    const { answered, entries } = setUp('session/new', { sessionId: 's', models: bad });
    expect([answered, entries()]).toEqual([{ sessionId: 's' }, [{ kind: 'loss', rule: 'malformed', path: 'models' }]]);
  }
});

test('[BR29] setting the option sets the model, and a refusal changes nothing', () => {
  const { ask, answer, fromAgent, update } = setUp('session/new', { sessionId: 's', models });
  const set = { sessionId: 's', configId: 'model', value: 'flash' };
  expect(ask(2, 'session/set_config_option', set).agent).toEqual([
    { jsonrpc: '2.0', id: 2, method: 'session/set_model', params: { sessionId: 's', modelId: 'flash' } },
  ]);
  fromAgent({ jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'No' } });
  expect(update('config_option_update', { configOptions: [] })).toEqual([
    { sessionUpdate: 'config_option_update', configOptions: [modelOption] },
  ]);
  ask(3, 'session/set_config_option', set);
  expect(answer(3, {}).client).toEqual([
    { jsonrpc: '2.0', id: 3, result: { configOptions: [{ ...modelOption, currentValue: 'flash' }] } },
  ]);
});

test('[BR13] an option that was set without a proper answer is answered with the options that are known', () => {
  const { ask, answer, update, entries } = setUp('session/new', { sessionId: 's', models, configOptions: [own] });
  const set = { sessionId: 's', configId: 'effort', value: 'flash' };
  const ofAgent = (value: string) => ({ ...own, currentValue: value });
  for (const [id, result] of [{}, null, 'done'].entries()) {
    ask(id, 'session/set_config_option', set);
    expect(answer(id, result).client).toEqual([
      { jsonrpc: '2.0', id, result: { configOptions: [modelOption, ofAgent('flash')] } },
    ]);
  }
  ask('meanwhile', 'session/set_config_option', set);
  update('config_option_update', { configOptions: [ofAgent('as the agent says')] });
  expect(answer('meanwhile', {}).client).toEqual([
    { jsonrpc: '2.0', id: 'meanwhile', result: { configOptions: [modelOption, ofAgent('as the agent says')] } },
  ]);
  expect(entries().filter(({ rule }) => rule === 'malformed')).toEqual(
    Array(4).fill({ kind: 'repair', rule: 'malformed', path: 'result' }),
  );
});

test('[BR13] the same to v1', () => {
  const { ask, answer } = talk({ client: 'v1', agent: 'june' });
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  answer(1, { sessionId: 's', configOptions: [own] });
  ask(2, 'session/set_config_option', { sessionId: 's', configId: 'effort', value: 'flash' });
  expect(answer(2, {}).client).toEqual([
    { jsonrpc: '2.0', id: 2, result: { configOptions: [{ ...own, currentValue: 'flash' }] } },
  ]);
});

test('[BR55] a v1 client that sets the model sets the option of that category; without one the request passes', () => {
  const { ask, answer, update } = talk({ client: 'v1', agent: 'june' });
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  answer(1, { sessionId: 's', configOptions: [own] });
  const set = { sessionId: 's', modelId: 'flash' };
  expect(ask(2, 'session/set_model', set).agent).toEqual([
    { jsonrpc: '2.0', id: 2, method: 'session/set_model', params: set },
  ]);
  update('config_option_update', { configOptions: [modelOption] });
  const chosen = { sessionId: 's', configId: 'model', value: 'flash' };
  expect(ask(3, 'session/set_model', set).agent).toEqual([
    { jsonrpc: '2.0', id: 3, method: 'session/set_config_option', params: chosen },
  ]);
  const configOptions = [{ ...modelOption, currentValue: 'flash' }];
  expect(answer(3, { configOptions }).client).toEqual([
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'config_option_update', configOptions } },
    },
    { jsonrpc: '2.0', id: 3, result: {} },
  ]);
});

test('[BR32] updates of a forked session follow the answer that names it, and what is no fork passes as it is', () => {
  const { ask, answer, fromAgent } = talk({ client: 'june', agent: 'v1' });
  const server = { type: 'stdio', name: 'x', command: '/x', args: [], env: [] };
  expect(ask(1, 'session/fork', { sessionId: 's', cwd: '/', mcpServers: [server] }).agent).toEqual([
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'session/fork',
      params: { sessionId: 's', cwd: '/', mcpServers: [{ name: 'x', command: '/x', args: [], env: [] }] },
    },
  ]);
  const update = { sessionUpdate: 'usage_update', used: 1, size: 2 };
  const early = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'forked', update } };
  expect(fromAgent(early).client).toEqual([]);
  expect(answer(1, { sessionId: 'forked' }).client).toEqual([
    { jsonrpc: '2.0', id: 1, result: { sessionId: 'forked' } },
    early,
  ]);
  const other = { jsonrpc: '2.0', id: 2, method: 'session/fork', params: { from: 7 } };
  expect(ask(2, 'session/fork', { from: 7 }).agent).toEqual([other]);
  expect(answer(2, 'done').client).toEqual([{ jsonrpc: '2.0', id: 2, result: 'done' }]);
});
