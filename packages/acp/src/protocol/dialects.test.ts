import { expect, test } from 'vitest';
import { dialectOfAgent, dialectOfClient, dialectOfHandshake, dialectOfMessage, dialects } from './dialects.ts';

const info = { name: 'x', version: '1' };

test.each([
  [undefined, 'v1'],
  [{ protocolVersion: '2' }, 'v1'],
  [{ protocolVersion: 1, info }, 'v1'],
  [{ protocolVersion: 2 }, 'june'],
  [{ protocolVersion: 2, clientInfo: info, capabilities: {} }, 'june'],
  [{ protocolVersion: 2, info, clientInfo: info }, 'later'],
])('a client that sends %j speaks %s', (params, dialect) => {
  expect(dialectOfClient(params)).toBe(dialect);
});

test.each([
  [null, 'v1'],
  [{}, 'v1'],
  [{ protocolVersion: 1, capabilities: {} }, 'v1'],
  [{ protocolVersion: 1, info }, 'v1'],
  [{ protocolVersion: 2, agentCapabilities: {}, info }, 'v1'],
  [{ protocolVersion: 2 }, 'june'],
  [{ protocolVersion: 2, capabilities: {}, agentInfo: info }, 'june'],
  [{ protocolVersion: 3 }, 'june'],
  [{ protocolVersion: 2, info }, 'later'],
  [{ protocolVersion: 2, authMethods: [{ methodId: 'm' }] }, 'later'],
  [{ protocolVersion: 2, authMethods: [{ id: 'm', methodId: 'm' }] }, 'june'],
])('an agent that answers %j speaks %s', (result, dialect) => {
  expect(dialectOfAgent(result)).toBe(dialect);
});

const update = (value: unknown) => ({ method: 'session/update', params: { sessionId: 's', update: value } });

test.each([
  [7, undefined],
  [{ id: 1, result: {} }, undefined],
  [{ id: 1, result: { protocolVersion: 1 } }, 'v1'],
  [{ id: 1, result: { protocolVersion: 2, info } }, 'june'],
  [{ method: 'session/update' }, undefined],
  [update({ sessionUpdate: 'plan' }), 'v1'],
  [update({ sessionUpdate: 'plan_update' }), 'june'],
  [update({ sessionUpdate: 'agent_message_chunk' }), 'v1'],
  [update({ sessionUpdate: 'agent_message_chunk', messageId: 'm' }), undefined],
  [[7, update({ sessionUpdate: 'state_update' }), update({ sessionUpdate: 'user_message' })], 'june'],
])('the message %j shows %s', (message, dialect) => {
  expect(dialectOfMessage(message)).toBe(dialect);
});

test('only an object with a number for its version is an answer to initialize', () => {
  expect([{}, { protocolVersion: '2' }, undefined, { protocolVersion: 2 }].map(dialectOfHandshake)).toEqual([
    undefined,
    undefined,
    undefined,
    'june',
  ]);
});

test('each dialect names its number and its methods', () => {
  expect(Object.entries(dialects).map(([name, { protocolVersion }]) => [name, protocolVersion])).toEqual([
    ['v1', 1],
    ['june', 2],
  ]);
  expect(dialects.v1.methods['session/set_mode']?.handledBy).toBe('agent');
  expect(dialects.june.methods['session/set_mode']).toBe(undefined);
});
