import { describe, expect, test } from 'vitest';
import type { Dialect } from './dialects.ts';
import { dialectOfAgent, readClient } from './handshake.ts';

const info = { name: 'x', version: '1' };
const june = { 'emend/prefers': 'june' };
const november = { 'emend/prefers': 'november' };

/** What a client gets: a dialect, or the code of an error with what it names. */
function taken(params: unknown, speaks?: readonly Dialect[]): unknown {
  const { dialect, refusal } = readClient(params, speaks);
  if (refusal === undefined) return dialect;
  return refusal.code === -32022 ? [refusal.code, refusal.data] : [refusal.code, refusal.message];
}

const invalid = (issue: string) => [-32602, `Invalid params for initialize: ${issue}`];
const badVersion = (found: string) => invalid(`protocolVersion: expected integer from 0 to 65535, found ${found}`);
const badInfo = (found: string) =>
  invalid(`info: expected object with the strings "name" and "version", found ${found}`);
const unsupported = (requested: number, ...supported: readonly number[]) => [-32022, { requested, supported }];

describe('what a client is taken for, by its initialize', () => {
  test.each([
    [1, undefined, invalid('expected object, found nothing')],
    [1, 'x', invalid('expected object, found string "x"')],
    [1, [], invalid('expected object, found array')],
    [1, {}, badVersion('nothing')],
    [1, { protocolVersion: '2', info }, badVersion('string "2"')],
    [1, { protocolVersion: 1.5 }, badVersion('number 1.5')],
    [1, { protocolVersion: -1 }, badVersion('number -1')],
    [1, { protocolVersion: 65_536, info }, badVersion('number 65536')],
    [2, { protocolVersion: 0, info }, unsupported(0, 1, 2)],
    [2, { protocolVersion: 0, info: {}, clientInfo: info }, unsupported(0, 1, 2)],
    [3, { protocolVersion: 0 }, 'v1'],
    [3, { protocolVersion: 0, info: null }, 'v1'],
    [3, { protocolVersion: 1 }, 'v1'],
    [3, { protocolVersion: 1, info, clientInfo: info, _meta: june }, 'v1'],
    [4, { protocolVersion: 2, info, clientInfo: info, _meta: june }, 'june'],
    [4, { protocolVersion: 3, info, clientInfo: {}, _meta: june }, 'june'],
    [5, { protocolVersion: 2, info }, 'november'],
    [5, { protocolVersion: 2, info, _meta: june }, 'november'],
    [5, { protocolVersion: 2, info, clientInfo: null, _meta: june }, 'november'],
    [5, { protocolVersion: 2, info, clientInfo: info }, 'november'],
    [5, { protocolVersion: 2, info, clientInfo: info, _meta: november }, 'november'],
    [5, { protocolVersion: 2, info, clientInfo: info, _meta: 'june' }, 'november'],
    [5, { protocolVersion: 65_535, info, clientCapabilities: {} }, 'november'],
    [6, { protocolVersion: 2, clientCapabilities: {} }, 'v1'],
    [6, { protocolVersion: 3, info: 5, clientInfo: info, clientCapabilities: {} }, 'v1'],
    [6, { protocolVersion: 2, info: { name: 'x' }, clientCapabilities: {} }, 'v1'],
    [7, { protocolVersion: 2, info: {} }, badInfo('object')],
    [
      7,
      { protocolVersion: 2, info: { name: 'x', version: 1 }, capabilities: {}, clientCapabilities: {} },
      badInfo('object'),
    ],
    [7, { protocolVersion: 2, info: 'x', clientInfo: null }, badInfo('string "x"')],
    [8, { protocolVersion: 3, info: {} }, 'november'],
    [8, { protocolVersion: 3, info: { name: 1, version: '1' }, capabilities: {} }, 'november'],
    [9, { protocolVersion: 2 }, 'june'],
    [9, { protocolVersion: 2, info: null, clientInfo: null }, 'june'],
    [9, { protocolVersion: 2, clientInfo: info, capabilities: {} }, 'june'],
    [9, { protocolVersion: 2, info: {}, clientInfo: info }, 'june'],
    [9, { protocolVersion: 2, capabilities: {}, clientCapabilities: {} }, 'june'],
    [9, { protocolVersion: 7 }, 'june'],
  ])('[N3] [N6] [N7] [N8] row %i: %j', (_, params, expected) => {
    expect(taken(params)).toEqual(expected);
  });

  test.each([
    // A client of November, and one that prefers June but speaks it.
    [{ protocolVersion: 2, info }, ['v1', 'june'], 'v1'],
    [{ protocolVersion: 2, info }, ['v1'], 'v1'],
    [{ protocolVersion: 2, info }, ['june'], 'june'],
    [{ protocolVersion: 2, info, clientInfo: info, _meta: june }, ['v1', 'november'], 'november'],
    // Clients of June.
    [{ protocolVersion: 2 }, ['v1', 'november'], 'v1'],
    [{ protocolVersion: 2 }, ['november'], 'november'],
    // Clients of v1.
    [{ protocolVersion: 1 }, ['june', 'november'], 'november'],
    [{ protocolVersion: 1 }, ['june'], 'june'],
    [{ protocolVersion: 1, info }, ['november'], unsupported(1, 2)],
    [{ protocolVersion: 0, info }, ['v1'], unsupported(0, 1)],
  ] as const)('[N3] [N7] %j is taken by an agent that speaks %j as %j', (params, speaks, expected) => {
    expect(taken(params, speaks)).toEqual(expected);
  });
});

test.each([
  [2, { protocolVersion: 2, agentCapabilities: {}, info }, 'v1'],
  [2, { protocolVersion: 7, agentCapabilities: {} }, 'v1'],
  [3, null, 'v1'],
  [3, {}, 'v1'],
  [3, { protocolVersion: '2', info }, 'v1'],
  [3, { protocolVersion: 1, capabilities: {}, info }, 'v1'],
  [3, { protocolVersion: 2, agentCapabilities: null, capabilities: {} }, 'june'],
  [4, { protocolVersion: 3, info }, undefined],
  [4, { protocolVersion: 2.5 }, undefined],
  [5, { protocolVersion: 2, info }, 'november'],
  [5, { protocolVersion: 2, info: {}, agentInfo: info }, 'november'],
  [6, { protocolVersion: 2, authMethods: [{ id: 'a' }, { methodId: 'm' }] }, 'november'],
  [7, { protocolVersion: 2, authMethods: [{ id: 'm', methodId: 'm' }] }, 'june'],
  [7, { protocolVersion: 2, info: null, agentInfo: info }, 'june'],
  [7, { protocolVersion: 2, capabilities: { session: { load: {}, resume: {} }, auth: { logout: {} } } }, 'june'],
  [7, { protocolVersion: 2 }, 'june'],
])('[N5] row %i: an agent that answers %j speaks %s', (_, result, dialect) => {
  expect(dialectOfAgent(result)).toBe(dialect);
});
