import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { writeReply } from './reply.ts';

test('[IP31] a download that waits for its reader often leaves nothing behind', async () => {
  const listeners: number[] = [];
  const part = 'x'.repeat(1024 * 1024);
  const server = createServer((_, response) => {
    async function* body() {
      for (let count = 0; count < 20; count += 1) {
        yield part;
        listeners.push(response.listenerCount('close') + response.listenerCount('drain'));
      }
    }
    void writeReply(response, { status: 200, headers: {}, body: body() });
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect((await response.text()).length).toBe(20 * part.length);
  expect(listeners).toEqual(listeners.map(() => listeners[0]));
});
