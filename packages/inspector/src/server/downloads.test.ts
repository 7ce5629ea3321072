import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Serving, serving } from './test-support/serving.ts';

function download({ address, token }: Serving, query: string): Promise<Response> {
  return fetch(`${address}api/download?${query}`, { headers: { authorization: `Bearer ${token}` } });
}

test('[IP31] a download has a name of ours and the parts one after another', async () => {
  const server = await serving();
  server.inspector.parts = async function* ({ what }) {
    yield `${what} ä`;
    yield '\nb';
  };
  const queries = [
    'what=recording&frame=0',
    'what=masked&frame=3',
    'what=state&frame=4&session=%22../s',
    'what=markdown&frame=5&session=s1',
  ];
  const found = await Promise.all(queries.map((query) => download(server, query)));
  expect(found.map(({ headers }) => headers.get('content-disposition'))).toEqual([
    'attachment; filename="recording.ndjson"',
    'attachment; filename="recording-masked.ndjson"',
    'attachment; filename="state-4.json"',
    'attachment; filename="conversation-5.md"',
  ]);
  expect(await Promise.all(found.map((response) => response.text()))).toEqual(
    ['recording', 'masked', 'state', 'markdown'].map((what) => `${what} ä\nb`),
  );
  expect(server.inspector.downloads).toEqual([
    { what: 'recording', frame: 0 },
    { what: 'masked', frame: 3 },
    { what: 'state', frame: 4, session: '"../s' },
    { what: 'markdown', frame: 5, session: 's1' },
  ]);
});

test.each([
  '',
  'what=secrets&frame=0',
  'what=state',
  'what=state&frame=-1',
  'what=state&frame=x',
  'what=toString&frame=1',
])('[IP31] there is no download %j', async (query) => {
  const server = await serving();
  expect((await download(server, query)).status).toBe(400);
  expect(server.inspector.downloads).toEqual([]);
});

test('[IP31] a download that fails says why, or is cut off once it has begun', async () => {
  const server = await serving();
  server.inspector.parts = async function* ({ frame }) {
    if (frame === 1) yield 'begun';
    throw new Error('The file is gone.');
  };
  const refused = await download(server, 'what=recording&frame=0');
  expect([refused.status, await refused.text()]).toEqual([500, 'The file is gone.\n']);
  await expect(download(server, 'what=recording&frame=1').then((cut) => cut.text())).rejects.toThrow();
});

test('[IP31] a download waits for its reader, and ends when the reader leaves', async () => {
  const server = await serving();
  let made = 0;
  let isOver = false;
  const part = 'x'.repeat(1024 * 1024);
  server.inspector.parts = async function* () {
    try {
      for (; made < 1_000; made += 1) yield part;
    } finally {
      isOver = true;
    }
  };
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write(
      `GET /api/download?what=recording&frame=0 HTTP/1.1\r\nhost: ${server.host}\r\nauthorization: Bearer ${server.token}\r\n\r\n`,
    ),
  );
  await expect.poll(() => made).toBeGreaterThan(0);
  for (let last = -1; last !== made; ) {
    last = made;
    await sleep(100);
  }
  expect(made).toBeLessThan(60);
  socket.destroy();
  await expect.poll(() => isOver).toBe(true);
});
