import { afterAll, beforeAll, expect, test } from 'vitest';
import { officialNovemberAgent } from '../../../../test/remote/peers/official-november-agent.ts';
import { socketUrl, startOfficialServer, type TestServer } from '../../../../test/remote/peers/official-server.ts';
import { officialV1Agent } from '../../../../test/remote/peers/official-v1-agent.ts';
import { buildPackages } from '../../../../test/support/build.ts';
import { runEmend } from '../test-support/built-command.ts';

let servers: Readonly<Record<'v1' | 'november', TestServer>>;

beforeAll(async () => {
  buildPackages();
  const [v1, november] = await Promise.all([
    startOfficialServer(() => officialV1Agent()),
    startOfficialServer(() => officialNovemberAgent()),
  ]);
  servers = { v1, november };
});
afterAll(() => Promise.all(Object.values(servers ?? {}).map((server) => server.close())));

const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const clients = {
  v1: { protocolVersion: 1, clientCapabilities: {} },
  june: { protocolVersion: 2, clientInfo: { name: 'c', version: '1' }, capabilities: {} },
  november: { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} },
};

// These servers refuse a second `initialize` in a connection, so that each version is asked for in a connection of its own.
test.each([
  ['v1', 'november', 'http'],
  ['v1', 'november', 'ws'],
  ['june', 'v1', 'http'],
  ['november', 'v1', 'ws'],
  ['june', 'november', 'ws'],
] as const)('a client of %s uses a server of the official SDK of %s over %s', async (client, server, scheme) => {
  const { url } = servers[server];
  const input = request(0, 'initialize', clients[client]) + request(1, 'session/new', { cwd: '/', mcpServers: [] });
  const { status, stdout, stderr } = await runEmend(['bridge', '--url', scheme === 'ws' ? socketUrl(url) : url], input);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [first, second] = stdout.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)));
  expect(first.result.protocolVersion).toBe(clients[client].protocolVersion);
  expect(second.result.sessionId).toMatch(/^s\d+$/);
});

test('emend chat talks to servers of the official SDK', async () => {
  for (const url of [servers.v1.url, socketUrl(servers.november.url)]) {
    const { status, stdout, stderr } = await runEmend(['chat', '--url', url, '-p', 'hello']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^> hello\n\n\S/);
  }
});
