import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { RemoteState } from '../../remote/client/options.ts';
import { remote } from './remote.ts';

const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize"}';

test('a token that no header can hold ends the attempt, and not the process', async () => {
  const transport = remote('ws://127.0.0.1:9', { token: 'line\nbreak' });
  void transport.send(initialize);
  await expect(transport.frames[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    reason: 'unreachable',
    message: expect.stringContaining('Invalid character in header content'),
  });
});

test('a connection id that cannot be sent back is waited with, and ends no process', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('headers', (lines) => lines.push('acp-connection-id: two words', 'acp-counted: 1'));
  server.on('connection', (socket) => socket.once('message', () => socket.terminate()));
  const states: RemoteState['type'][] = [];
  const transport = remote(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    onState: ({ type }) => void states.push(type),
    platform: { random: () => 0 },
  });
  void transport.send(initialize);
  await expect.poll(() => states).toEqual(expect.arrayContaining(['open', 'waiting', 'connecting']));
  await expect.poll(() => states.filter((state) => state === 'waiting').length).toBeGreaterThan(1);
  await transport.close();
  server.close();
});
