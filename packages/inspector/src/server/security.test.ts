import { type Clock, platformClock } from '@emend/acp/remote';
import { expect, test } from 'vitest';
import { exchange, requestBytes } from './test-support/raw-http.ts';
import { type Serving, serving } from './test-support/serving.ts';

type Headers = Parameters<typeof requestBytes>[1];

function send(server: Serving, line: string, headers: Headers = {}) {
  return exchange(server.port, requestBytes(line, { host: server.host, connection: 'close', ...headers }));
}

const bearer = (server: Serving) => ({ authorization: `Bearer ${server.token}` });

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

async function ticketOf(server: Serving): Promise<string> {
  const { status, body } = await send(server, 'POST /api/ticket', bearer(server));
  expect(status).toBe(200);
  return JSON.parse(body).ticket;
}

/** Opens a WebSocket by hand and returns the status. */
async function opened(server: Serving, target: string, headers: Headers = {}): Promise<number> {
  const head = requestBytes(`GET ${target}`, { host: server.host, ...upgrade, ...headers });
  return (await exchange(server.port, head)).status;
}

const refusedWith = (status: number, text: string) => ({ status, body: `${text}\n` });
const noToken = refusedWith(
  401,
  'The token of this inspector is needed. Open the address that was printed at the start.',
);
const foreignHost = refusedWith(403, 'The Host header does not name this server.');
const foreignPage = refusedWith(403, 'Other pages may not use this server.');
const foreignSite = refusedWith(403, 'Other sites may not use this server.');

test('[IP20] a token has 128 bits and is another one at each start', async () => {
  const tokens = [(await serving()).token, (await serving()).token];
  expect(tokens.map((token) => Buffer.from(token, 'base64url').length)).toEqual([16, 16]);
  expect(tokens[0]).not.toBe(tokens[1]);
});

test('[IP20] without the token there are no data', async () => {
  const server = await serving();
  const { token } = server;
  const wrong: Headers[] = [
    {},
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${token}x` },
    { authorization: `Bearer ${token.slice(1)}` },
    { authorization: `Bearer ${token.toUpperCase()}` },
    { authorization: `Basic ${token}` },
    { authorization: token },
    { cookie: `token=${token}` },
    { 'x-token': token },
  ];
  for (const headers of wrong) {
    for (const line of ['POST /api/ticket', 'GET /api/download?what=recording&frame=0', 'GET /api', 'GET /api/x'])
      expect(await send(server, line, headers)).toMatchObject(noToken);
  }
  for (const name of ['token', 'access_token', 'ticket'])
    expect(await send(server, `GET /api/download?what=recording&frame=0&${name}=${token}`)).toMatchObject(noToken);
  expect(server.inspector.asked).toEqual([]);
  expect(server.inspector.downloads).toEqual([]);
});

test('[IP20] with the token there are data; the files of the page need none', async () => {
  const server = await serving();
  expect((await send(server, 'POST /api/ticket', bearer(server))).status).toBe(200);
  expect((await send(server, 'GET /')).status).toBe(200);
});

test('[IP21] a Host that is missing, foreign or there twice is refused', async () => {
  const server = await serving();
  const hosts = [
    undefined,
    '',
    'evil.example',
    `evil.example:${server.port}`,
    `127.0.0.1.evil.example:${server.port}`,
    'localhost.evil.example',
    '10.0.0.1',
    '[2001:db8::1]',
    `user@${server.host}`,
    `${server.host}, evil.example`,
    [server.host, 'evil.example'],
    ['evil.example', server.host],
    [server.host, server.host],
  ];
  for (const host of hosts) {
    for (const line of ['GET /', 'GET /main.js', 'POST /api/ticket'])
      expect(await send(server, line, { ...bearer(server), host })).toMatchObject(foreignHost);
    expect(await opened(server, `/api/socket?ticket=${await ticketOf(server)}`, { host })).toBe(403);
  }
});

test('[IP21] every name of the loopback interface is ours', async () => {
  const server = await serving();
  for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])
    expect((await send(server, 'GET /', { host: `${name}:${server.port}` })).status).toBe(200);
});

test('[IP22] an Origin that is not ours is refused, for the page and for data', async () => {
  const server = await serving();
  const origins = [
    'null',
    '',
    'http://evil.example',
    'http://127.0.0.1',
    `http://localhost:${server.port}`,
    `https://${server.host}`,
    `http://${server.host}.evil.example`,
    `http://${server.host}/`,
    'file://',
    [`http://${server.host}`, 'http://evil.example'],
  ];
  for (const origin of origins) {
    for (const line of ['GET /', 'POST /api/ticket', 'OPTIONS /api/ticket'])
      expect(await send(server, line, { ...bearer(server), origin })).toMatchObject(foreignPage);
    expect(await opened(server, `/api/socket?ticket=${await ticketOf(server)}`, { origin })).toBe(403);
  }
  const origin = `http://${server.host}`;
  expect((await send(server, 'POST /api/ticket', { ...bearer(server), origin })).status).toBe(200);
});

test('[IP23] another site gets no data, but may link to the page', async () => {
  const server = await serving();
  for (const site of ['cross-site', 'same-site', 'x', '']) {
    const headers = { ...bearer(server), 'sec-fetch-site': site };
    expect(await send(server, 'POST /api/ticket', headers)).toMatchObject(foreignSite);
    expect(await opened(server, `/api/socket?ticket=${await ticketOf(server)}`, headers)).toBe(403);
    expect((await send(server, 'GET /', headers)).status).toBe(200);
  }
  for (const site of ['same-origin', 'none'])
    expect((await send(server, 'POST /api/ticket', { ...bearer(server), 'sec-fetch-site': site })).status).toBe(200);
});

test('[IP24] a socket needs a ticket, and a ticket opens one socket', async () => {
  const server = await serving();
  const ticket = await ticketOf(server);
  expect(await opened(server, '/api/socket')).toBe(401);
  expect(await opened(server, '/api/socket', bearer(server))).toBe(401);
  expect(await opened(server, `/api/socket?token=${server.token}`)).toBe(401);
  expect(await opened(server, `/api/socket?ticket=${server.token}`)).toBe(401);
  expect(await opened(server, '/api/socket?ticket=unknown')).toBe(401);
  expect(await opened(server, `/api/socket?ticket=${ticket}`)).toBe(101);
  expect(await opened(server, `/api/socket?ticket=${ticket}`)).toBe(401);
});

test('[IP24] a ticket that was shown at the wrong place is used up', async () => {
  const server = await serving();
  const ticket = await ticketOf(server);
  expect(await opened(server, `/other?ticket=${ticket}`)).toBe(404);
  expect(await opened(server, `/api/socket?ticket=${ticket}`)).toBe(401);
});

test('[IP24] a ticket is valid for 30 s, and there is an end to tickets', async () => {
  let now = 0;
  const clock: Clock = { ...platformClock, now: () => now };
  const server = await serving({ clock });
  const ticket = await ticketOf(server);
  now = 30_000;
  expect(await opened(server, `/api/socket?ticket=${ticket}`)).toBe(401);
  for (let count = 0; count < 64; count += 1) await ticketOf(server);
  expect((await send(server, 'POST /api/ticket', bearer(server))).status).toBe(429);
});

test('[IP25] no path leads to a file that is not of the page', async () => {
  const server = await serving();
  const paths = [
    '/../package.json',
    '/../../package.json',
    '/./main.js',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/%2e%2e%2f%2e%2e%2fpackage.json',
    '/%252e%252e%252fpackage.json',
    '/..\\package.json',
    '/..%5cpackage.json',
    '//etc/passwd',
    '/etc/passwd',
    '//main.js',
    '/main.js/',
    '/main.js%00',
    '/THIRD-PARTY-LICENSES.txt',
    '/page/main.js',
    '/toString',
    '/__proto__',
    '*',
    'file:///etc/passwd',
    `http://${server.host}/main.js`,
    `http://evil.example/main.js`,
    `http://${server.host}/api/ticket`,
  ];
  for (const path of paths) {
    expect([path, (await send(server, `GET ${path}`, bearer(server))).status]).toEqual([path, 404]);
  }
  for (const path of ['main.js', '../package.json', '\\package.json'])
    expect([path, (await send(server, `GET ${path}`)).status]).toEqual([path, 400]);
});

test('[IP25] the page is an index, a script and a style sheet', async () => {
  const server = await serving();
  const found = await Promise.all(
    ['/', '/index.html', '/main.js', '/main.css', '/?x=1'].map((path) => send(server, `GET ${path}`)),
  );
  expect(found.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
    [200, 'text/html; charset=utf-8'],
    [200, 'text/html; charset=utf-8'],
    [200, 'text/javascript; charset=utf-8'],
    [200, 'text/css; charset=utf-8'],
    [200, 'text/html; charset=utf-8'],
  ]);
  expect(found[0]?.body).toContain('<title>Emend inspector</title>');
  expect(found[0]?.body).toBe(found[1]?.body);
});

test('[IP26] a path takes the methods it is made for', async () => {
  const server = await serving();
  const statusOf = async (line: string, headers: Headers = bearer(server)) =>
    (await send(server, line, headers)).status;
  const others = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'];
  for (const method of ['POST', ...others]) expect(await statusOf(`${method} /`)).toBe(405);
  for (const method of ['GET', 'HEAD', ...others]) {
    expect(await statusOf(`${method} /api/ticket`)).toBe(405);
    expect(await statusOf(`${method} /api/ticket`, {})).toBe(401);
  }
  for (const method of ['POST', 'HEAD', ...others])
    expect(await statusOf(`${method} /api/download?what=state&frame=0`)).toBe(405);
  const head = await send(server, 'HEAD /main.js');
  expect([head.status, head.body]).toEqual([200, '']);
  expect((await send(server, 'GET /api/socket', bearer(server))).status).toBe(404);
});

test('[IP27] every answer has the headers that keep a page in', async () => {
  const server = await serving();
  const answers = [
    await send(server, 'GET /'),
    await send(server, 'GET /main.js'),
    await send(server, 'GET /missing'),
    await send(server, 'POST /'),
    await send(server, 'POST /api/ticket'),
    await send(server, 'POST /api/ticket', bearer(server)),
    await send(server, 'GET /api/download?what=recording&frame=0', bearer(server)),
    await send(server, 'GET /', { host: 'evil.example' }),
    await send(server, 'GET /', { origin: 'http://evil.example' }),
    await send(server, 'GET /api/socket', upgrade),
    await exchange(server.port, 'nonsense\r\n\r\n'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 405, 401, 200, 200, 403, 403, 401, 400]);
  for (const { headers } of answers) {
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.replace(` ws://${server.host}`, '')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test('[IP32] only this computer reaches a server that was not told otherwise', async () => {
  const server = await serving();
  expect(server.address).toBe(`http://127.0.0.1:${server.port}/`);
});
