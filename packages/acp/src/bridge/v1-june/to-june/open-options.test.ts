import { expect, test } from 'vitest';
import { talk } from '../../test-support/talk.ts';

test('[BR34] options of types that v1 does not know cross as they are, and a switch can be set', () => {
  const { ask, answer, update, entries } = talk({ client: 'june', agent: 'v1' });
  const web = (currentValue: boolean) => ({ type: 'boolean', id: 'web', name: 'Web search', currentValue });
  const model = { type: 'select', id: 'model', name: 'Model', currentValue: 'a', options: [{ value: 'a', name: 'A' }] };
  const asModes = { type: '_dial', id: 'dial', name: 'Dial', category: 'mode', at: 3 };
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  const setup = { sessionId: 's', configOptions: [web(false), model, asModes] };
  expect(answer(1, setup).client).toEqual([{ jsonrpc: '2.0', id: 1, result: setup }]);
  const configOptions = [model, web(true)];
  expect(update('config_option_update', { configOptions })).toEqual([
    { sessionUpdate: 'config_option_update', configOptions },
  ]);
  const set = { sessionId: 's', configId: 'web', value: 'false' };
  const asked = { ...set, type: 'boolean', value: false };
  expect(ask(2, 'session/set_config_option', set).agent).toEqual([
    { jsonrpc: '2.0', id: 2, method: 'session/set_config_option', params: asked },
  ]);
  expect(answer(2, { configOptions: [web(false)] }).client).toEqual([
    { jsonrpc: '2.0', id: 2, result: { configOptions: [web(false)] } },
  ]);
  for (const params of [
    { ...set, value: 'maybe' },
    { ...set, configId: 'model' },
  ])
    expect(ask(3, 'session/set_config_option', params).agent).toMatchObject([{ params }]);
  expect(entries()).toEqual([{ kind: 'repair', rule: 'config-value', path: 'value' }]);
});

test('[BR13] malformed options, modes and answers are passed over or refused beside options of other types', () => {
  const { ask, answer, entries } = talk({ client: 'june', agent: 'v1' });
  const web = { type: 'boolean', id: 'web', name: 'Web search', currentValue: false };
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  const broken = { sessionId: 's', modes: 3, configOptions: [{ type: 'boolean' }, web, { ...web, type: 'select' }] };
  expect(answer(1, broken).client).toEqual([
    { jsonrpc: '2.0', id: 1, result: { sessionId: 's', configOptions: [web] } },
  ]);
  expect(entries().map(({ rule, path }) => [rule, path])).toEqual([
    ['malformed', 'modes'],
    ['malformed', 'configOptions[0].id'],
    ['malformed', 'configOptions[0].name'],
    ['malformed', 'configOptions[2].currentValue'],
    ['malformed', 'configOptions[2].options'],
  ]);
  ask(2, 'session/new', { cwd: '/', mcpServers: [] });
  expect(answer(2, { configOptions: [web] }).client).toMatchObject([{ error: { code: -32603 } }]);
});
