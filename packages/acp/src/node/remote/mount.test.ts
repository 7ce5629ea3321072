import { once } from 'node:events';
import http2 from 'node:http2';
import { describe, expect, test } from 'vitest';
import type { EventSink, HttpAnswer, RequestBody } from '../../remote/server/http-exchange.ts';
import { facts, testServer } from './test-support/served.ts';

const json = (value: unknown): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

describe.each(['h1', 'h2'] as const)('over %s', (kind) => {
  test('[RE70] a request is read as it was sent, and its answer sent as it was given', async () => {
    await using served = await testServer(kind, { handle: async (request) => json(await facts(request)) });
    const reply = await served.send('POST', '/acp?a=1', { headers: { 'X-Given': 'ü'.normalize() }, body: '{"é":1}' });
    const host = kind === 'h1' ? `127.0.0.1:${served.port}` : `localhost:${served.port}`;
    expect({ status: reply.status, ...JSON.parse(reply.text) }).toEqual({
      status: 200,
      method: 'POST',
      target: '/acp?a=1',
      host,
      given: expect.any(String),
      from: expect.stringContaining('127.0.0.1'),
      body: { ok: true, text: '{"é":1}' },
    });
  });

  test('[W3] [W15] an answer without a body says so, and HTTP/2 has no connection header', async () => {
    await using served = await testServer(kind, { handle: async () => ({ status: 202, headers: {} }) });
    const { status, headers, text } = await served.send('POST', '/acp', { body: '{}' });
    expect({ status, text, length: headers['content-length'], connection: headers['connection'] }).toEqual({
      status: 202,
      text: '',
      length: '0',
      connection: kind === 'h1' ? 'close' : undefined,
    });
  });

  test('[RE71] a body that is too long, not UTF-8 or cut off is none', async () => {
    const bodies: RequestBody[] = [];
    await using served = await testServer(kind, {
      handle: async (request) => {
        const body = await request.readBody(10);
        bodies.push(body);
        return { status: body.ok ? 202 : 400, headers: {} };
      },
    });
    const send = (body: string, headers: Record<string, string> = {}) =>
      served.send('POST', '/acp', { body, headers }).then(({ status }) => status);
    expect(await send('0123456789')).toBe(202);
    expect(await send('0123456789a')).toBe(400);
    expect(bodies).toEqual([
      { ok: true, text: '0123456789' },
      { ok: false, problem: 'too-large' },
    ]);
  });

  test('[RE72] events are written as they come, a reader that stops is noticed, and so is one that leaves', async () => {
    let open: (sink: EventSink) => void = () => {};
    const opened = new Promise<EventSink>((resolve) => {
      open = resolve;
    });
    await using served = await testServer(kind, {
      handle: async () => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, stream: open }),
    });
    const reply = served.send('GET', '/acp');
    const sink = await opened;
    let closed = 0;
    const onClosed = () => {
      closed += 1;
    };
    const drained = new Promise<void>((onDrain) => sink.listen({ onDrain, onClosed }));
    expect(sink.write('data: 1\n\n')).toBe(true);
    expect(sink.write('x'.repeat(1024 * 1024))).toBe(false);
    await drained;
    expect(sink.write('data: 2\n\n')).toBe(true);
    sink.end();
    expect((await reply).text).toBe(`data: 1\n\n${'x'.repeat(1024 * 1024)}data: 2\n\n`);
    await expect.poll(() => closed).toBe(1);
    expect(sink.write('late')).toBe(true);
  });

  test('[RE72] a stream of events that is destroyed is cut', async () => {
    await using served = await testServer(kind, {
      handle: async () => ({
        status: 200,
        headers: {},
        stream(sink) {
          sink.write('data: 1\n\n');
          setImmediate(() => sink.destroy());
        },
      }),
    });
    await expect(served.send('GET', '/acp')).rejects.toThrow();
  });

  test('[RE73] other paths stay with the other listeners, also those that came later', async () => {
    await using served = await testServer(kind, { handle: async () => json('ours') });
    const statuses = async () =>
      Promise.all(['/acp', '/other'].map(async (path) => (await served.send('GET', path)).text));
    expect(await statuses()).toEqual(['"ours"', 'There is nothing at this path.\n']);
    (served.server as http2.Http2Server).on('request', (_, response) => response.end('theirs'));
    expect(await statuses()).toEqual(['"ours"', 'theirs']);
  });
});

const head = (lines: string) => `${lines.trim().replace(/\n\s*/g, '\r\n')}\r\n\r\n`;
const post = head('POST /acp HTTP/1.1\n host: localhost\n content-length: 1000000');

test('[W37] a request is refused before its body has come, and its connection closed', async () => {
  await using served = await testServer('h1', {
    handle: async () => ({ status: 401, headers: { 'www-authenticate': 'Bearer' }, body: 'No.\n' }),
  });
  const raw = await served.raw();
  raw.socket.write(post);
  await expect.poll(raw.received).toContain('No.\n');
  const [status, ...lines] = raw.received().split('\r\n');
  expect([status, lines.includes('connection: close'), lines.at(-1)]).toEqual([
    'HTTP/1.1 401 Unauthorized',
    true,
    'No.\n',
  ]);
  served.clock.advance(2_000);
  await raw.closed;
});

test('[W37] the same over HTTP/2, without harm to the other streams', async () => {
  await using served = await testServer('h2', { handle: async () => ({ status: 401, headers: {}, body: 'No.\n' }) });
  const session = http2.connect(`https://localhost:${served.port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
  try {
    const stream = session.request({ ':method': 'POST', ':path': '/acp' });
    stream.setEncoding('utf8').on('error', () => {});
    const [answer] = await once(stream, 'response');
    const [text] = await once(stream, 'data');
    expect([answer[':status'], text]).toEqual([401, 'No.\n']);
    await once(stream, 'close');
    expect([stream.rstCode, session.closed]).toEqual([http2.constants.NGHTTP2_NO_ERROR, false]);
  } finally {
    session.destroy();
  }
});

test.each(['h1', 'h2'] as const)('[W48] headers that trickle are given up, on a server of %s', async (kind) => {
  let requests = 0;
  await using served = await testServer(
    kind,
    {
      handle: async () => {
        requests += 1;
        return { status: 202, headers: {} };
      },
    },
    { headers: 200, body: 60_000 },
  );
  const raw = await served.raw();
  raw.socket.write('GET /acp HTTP/1.1\r\nhost: localhost\r\n');
  const trickle = setInterval(() => raw.socket.write('x-a: b\r\n'), 20);
  const silent = await served.raw();
  await Promise.all([raw.closed, silent.closed]);
  clearInterval(trickle);
  expect(requests).toBe(0);
});

test.each(['h1', 'h2'] as const)('[W46] headers of more than 16 KiB are refused, on a server of %s', async (kind) => {
  await using served = await testServer(kind, { handle: async () => ({ status: 202, headers: {} }) });
  const answer = async (bytes: number) => {
    const raw = await served.raw();
    raw.socket.write(`GET /acp HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(bytes)}\r\nconnection: close\r\n\r\n`);
    await raw.closed;
    return raw.received().split('\r\n')[0];
  };
  expect([await answer(15_000), await answer(17_000)]).toEqual([
    'HTTP/1.1 202 Accepted',
    'HTTP/1.1 431 Request Header Fields Too Large',
  ]);
});

test('[W48] a body that stalls is given up when its time is over, and nothing of it is kept', async () => {
  const problems: RequestBody[] = [];
  await using served = await testServer('h1', {
    handle: async (request) => {
      problems.push(await request.readBody(2_000_000));
      return { status: 408, headers: {}, body: 'Too slow.\n' };
    },
  });
  const raw = await served.raw();
  raw.socket.write(`${post}{"a":`);
  await expect.poll(() => served.clock.waiting).toBe(1);
  served.clock.advance(59_999);
  expect(problems).toEqual([]);
  served.clock.advance(1);
  await expect.poll(raw.received).toContain('Too slow.');
  expect(problems).toEqual([{ ok: false, problem: 'cut-off' }]);
  served.clock.advance(2_000);
  await raw.closed;
  expect(served.clock.waiting).toBe(0);
});

test('[W48] a chunked body without end is refused at its limit, and the connection is closed', async () => {
  await using served = await testServer('h1', {
    handle: async (request) => {
      const body = await request.readBody(100_000);
      return { status: body.ok ? 202 : 413, headers: {}, body: 'Too much.\n' };
    },
  });
  const raw = await served.raw();
  raw.socket.write(head('POST /acp HTTP/1.1\n host: localhost\n transfer-encoding: chunked'));
  const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
  const flood = () => {
    while (!raw.socket.destroyed && raw.socket.write(chunk));
  };
  raw.socket.on('drain', flood);
  flood();
  await raw.closed;
  expect(raw.received()).toMatch(/^HTTP\/1\.1 413 /);
});

test('[RE71] a body over HTTP/2 that is cut off is not taken for a whole one', async () => {
  const problems: RequestBody[] = [];
  await using served = await testServer('h2', {
    handle: async (request) => {
      problems.push(await request.readBody(2_000_000));
      return { status: 202, headers: {} };
    },
  });
  const session = http2.connect(`https://localhost:${served.port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
  try {
    const stream = session.request({ ':method': 'POST', ':path': '/acp' });
    stream.on('error', () => {});
    stream.write('{}');
    await expect.poll(() => served.clock.waiting).toBe(1);
    session.destroy(new Error('cut'));
    await expect.poll(() => problems).toEqual([{ ok: false, problem: 'cut-off' }]);
  } finally {
    session.destroy();
  }
});

test('[RE71] a client that leaves in the middle of its body leaves nothing behind', async () => {
  const problems: RequestBody[] = [];
  await using served = await testServer('h1', {
    handle: async (request) => {
      problems.push(await request.readBody(2_000_000));
      return { status: 400, headers: {}, body: 'Cut.\n' };
    },
  });
  const raw = await served.raw();
  raw.socket.write(`${post}{"a":`);
  await expect.poll(() => served.clock.waiting).toBe(1);
  raw.socket.destroy();
  await expect.poll(() => problems).toEqual([{ ok: false, problem: 'cut-off' }]);
});

test('[RE74] a client that asks first is told to send its body only when it is wanted', async () => {
  let isWanted = false;
  await using served = await testServer('h1', {
    handle: async (request) => {
      if (isWanted) await request.readBody(100);
      return { status: isWanted ? 202 : 401, headers: {} };
    },
  });
  const ask = async () => {
    const raw = await served.raw();
    raw.socket.write(head('POST /acp HTTP/1.1\n host: localhost\n content-length: 2\n expect: 100-continue'));
    await expect.poll(raw.received).toContain('\r\n\r\n');
    raw.socket.write('{}');
    await expect.poll(raw.received).toMatch(/ (?:401|202) /);
    return raw.received().split('\r\n')[0];
  };
  expect(await ask()).toBe('HTTP/1.1 401 Unauthorized');
  isWanted = true;
  expect(await ask()).toBe('HTTP/1.1 100 Continue');
});

test('[RE70] [W38] the authority of an HTTP/2 request is its host, whatever else it says', async () => {
  await using served = await testServer('h2', { handle: async (request) => json(request.header('host')) });
  const reply = await served.send('GET', '/acp', { headers: { ':authority': 'evil.example', host: 'localhost' } });
  expect(reply.text).toBe('"evil.example"');
});

test('[RE70] [W38] a request with two hosts is refused, also one for a WebSocket', async () => {
  await using served = await testServer('h1', { handle: async () => json('ours') });
  const upgrade = '\n connection: upgrade\n upgrade: websocket';
  for (const more of ['', upgrade]) {
    const { socket, received, closed } = await served.raw();
    socket.end(head(`GET /acp HTTP/1.1\n host: localhost\n HOST: evil.example${more || '\n connection: close'}`));
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 400 [\s\S]*A request must have one Host header\.\n$/);
  }
});

test('[RE74] [W46] a client that asks whether to send too much is told no at once', async () => {
  await using served = await testServer('h1', {
    handle: async (request) => ({ status: (await request.readBody(100)).ok ? 202 : 413, headers: {} }),
  });
  const { socket, received } = await served.raw();
  socket.write(head('POST /acp HTTP/1.1\n host: localhost\n expect: 100-continue\n content-length: 101'));
  await expect.poll(received).toMatch(/^HTTP\/1\.1 413 /);
});

test('[RE71] [W48] a body in chunks of one byte is read whole', async () => {
  await using served = await testServer('h1', { handle: async (request) => json(await request.readBody(100_000)) });
  const { socket, received, closed } = await served.raw();
  const start = head('POST /acp HTTP/1.1\n host: localhost\n transfer-encoding: chunked\n connection: close');
  socket.write(`${start}${'1\r\nx\r\n'.repeat(50_000)}0\r\n\r\n`);
  await closed;
  expect(received()).toContain(JSON.stringify({ ok: true, text: 'x'.repeat(50_000) }));
});
