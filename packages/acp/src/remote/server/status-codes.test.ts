import { expect, test } from 'vitest';
import { initialize, request, Served, type TestRequest } from '../test-support/served.ts';

const TOKEN = 'secret';
const ORIGIN = 'https://app.example';
const authorization = `Bearer ${TOKEN}`;
const json = 'application/json';
const prompt = { jsonrpc: '2.0', id: 'p', method: 'session/prompt', params: { sessionId: 's' } };
const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } };

const MISSING = 'The header Acp-Connection-Id is missing.';
const UNKNOWN = 'There is no such connection.';

function withToken({ headers = {}, ...parts }: TestRequest): TestRequest {
  return { ...parts, headers: { authorization, ...headers } };
}

const server = () => new Served({ authenticate: TOKEN, allowedOrigins: [ORIGIN], limits: { maxFrameBytes: 1_000 } });

type Row = [situation: string, parts: TestRequest, status: number, sentence: string];

const refused: Row[] = [
  [
    '[W39] a POST of plain text',
    { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
    415,
    'The content type of a message must be application/json.',
  ],
  [
    '[W39] a POST of a form',
    { method: 'POST', body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'The content type of a message must be application/json.',
  ],
  [
    '[W39] a POST without a type',
    { method: 'POST', body: '{}' },
    415,
    'The content type of a message must be application/json.',
  ],
  [
    '[RE48] a POST that is too large',
    { method: 'POST', body: ' '.repeat(1_001), headers: { 'content-type': json } },
    413,
    'A message may have at most 1000 bytes.',
  ],
  ['[RE48] a notification without a connection', { method: 'POST', body: cancel }, 400, MISSING],
  [
    '[RE48] an answer without a connection',
    { method: 'POST', body: { jsonrpc: '2.0', id: 1, result: {} } },
    400,
    MISSING,
  ],
  [
    '[RE48] initialize as a notification',
    { method: 'POST', body: { jsonrpc: '2.0', method: 'initialize' } },
    400,
    MISSING,
  ],
  [
    '[RE48] a notification for an unknown connection',
    { method: 'POST', headers: { 'acp-connection-id': 'x' }, body: cancel },
    404,
    UNKNOWN,
  ],
  [
    '[RE48] a GET without event streams',
    { headers: { accept: '*/*' } },
    406,
    'The Accept header must have text/event-stream.',
  ],
  ['[RE48] a GET without an accept header', {}, 406, 'The Accept header must have text/event-stream.'],
  ['[RE48] a GET without a connection', { headers: { accept: 'text/event-stream' } }, 400, MISSING],
  [
    '[RE48] a GET for an unknown connection',
    { headers: { accept: 'a/b, text/event-stream;q=0.9', 'acp-connection-id': 'x' } },
    404,
    UNKNOWN,
  ],
  [
    '[RE48] a WebSocket where there are none',
    { headers: { upgrade: 'WebSocket' } },
    501,
    'WebSockets are not available here.',
  ],
  ['[RE48] a DELETE without a connection', { method: 'DELETE' }, 400, MISSING],
  [
    '[RE48] a DELETE for an unknown connection',
    { method: 'DELETE', headers: { 'acp-connection-id': 'x' } },
    404,
    UNKNOWN,
  ],
];

test.each(refused)('%s is refused', async (_, parts, status, sentence) => {
  const served = server();
  expect(await served.handle(withToken(parts))).toEqual({
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `${sentence}\n`,
  });
  expect(served.events).toEqual([{ type: 'refused', status, reason: sentence, principal: 'owner' }]);
  expect(served.received).toEqual([]);
});

type MessageRow = [situation: string, parts: TestRequest, status: number, id: unknown, code: number, sentence: string];

const refusedMessages: MessageRow[] = [
  ['[RE48] no JSON', { body: '{', headers: { 'content-type': json } }, 400, null, -32700, 'The body is not JSON.'],
  ['[RE48] an empty body', { body: '', headers: { 'content-type': json } }, 400, null, -32700, 'The body is not JSON.'],
  ['[W11] a batch', { body: [initialize] }, 501, null, -32600, 'Batches are not supported over HTTP.'],
  [
    '[RE48] a scalar',
    { body: '1', headers: { 'content-type': `${json}; charset=utf-8` } },
    400,
    null,
    -32600,
    'The body is no JSON-RPC message.',
  ],
  ['[RE48] an object that is no message', { body: {} }, 400, null, -32600, 'The body is no JSON-RPC message.'],
  ['[W50] a request without a connection', { body: prompt }, 400, 'p', -32600, MISSING],
  [
    '[W50] a request for an unknown connection',
    { headers: { 'acp-connection-id': 'x' }, body: prompt },
    404,
    'p',
    -32600,
    UNKNOWN,
  ],
  [
    '[W50] initialize for an unknown connection',
    { headers: { 'acp-connection-id': 'x' }, body: initialize },
    400,
    0,
    -32600,
    'The message that makes a connection must not name one.',
  ],
];

test.each(refusedMessages)('%s is refused as a message', async (_, parts, status, id, code, message) => {
  const served = server();
  const { body, ...answer } = await served.handle(withToken({ method: 'POST', ...parts }));
  expect(answer).toEqual({ status, headers: { 'content-type': json } });
  expect(JSON.parse(body ?? '')).toEqual({ jsonrpc: '2.0', id, error: { code, message } });
  expect(served.events).toEqual([{ type: 'refused', status, reason: message, principal: 'owner' }]);
});

test('[RE48] initialize with the id of a connection is refused', async () => {
  const served = server();
  const id = await served.connect({ authorization });
  const again = withToken({ method: 'POST', headers: { 'acp-connection-id': id }, body: initialize });
  expect((await served.handle(again)).status).toBe(400);
  expect((await served.handle(withToken({ method: 'DELETE', headers: { 'acp-connection-id': id } }))).status).toBe(202);
});

test.each(['PUT', 'PATCH', 'HEAD', 'TRACE', 'get', 'NONSENSE'])('[RE48] the method %s is refused', async (method) => {
  expect(await server().handle({ method })).toEqual({
    status: 405,
    headers: { 'content-type': 'text/plain; charset=utf-8', allow: 'GET, POST, DELETE, OPTIONS' },
    body: 'The method is not supported here.\n',
  });
});

test.each([
  ['/acp/ticket', 'GET', 'POST, OPTIONS'],
  ['/health', 'POST', 'GET, HEAD'],
  ['/ready', 'OPTIONS', 'GET, HEAD'],
])('[RE48] %s does not take %s', async (target, method, allow) => {
  const answer = await server().handle({ target, method });
  expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
});

const everyMethod = ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'UPGRADE'];

/** Sends a request, also one to open a WebSocket, and returns its answer if it was refused. */
async function refusalOf(served: Served, method: string, { headers = {}, ...parts }: TestRequest) {
  if (method !== 'UPGRADE') return served.handle({ ...parts, headers, method });
  const answer = await served.upgrade({ ...parts, headers });
  return answer.accepted ? undefined : answer.answer;
}

test.each(everyMethod)('[RE48] another path is not found by %s', async (method) => {
  for (const target of [
    '/',
    '/acp/',
    '/ACP',
    '/acp/other',
    '/acp%2f',
    '/ticket',
    '/healthz',
    '',
    'http://localhost/acp',
  ]) {
    const answer = await refusalOf(server(), method, withToken({ target }));
    expect([target, answer?.status]).toEqual([target, 404]);
  }
});

test.each(everyMethod)('[W38] a foreign host is refused by %s, with a token and on every path', async (method) => {
  for (const target of ['/acp', '/acp/ticket', '/health', '/ready', '/other']) {
    const answer = await refusalOf(server(), method, withToken({ target, headers: { host: 'evil.example:4711' } }));
    expect([target, answer]).toEqual([
      target,
      {
        status: 421,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'The Host header does not name this server.\n',
      },
    ]);
  }
});

test.each(everyMethod)(
  '[W38] a foreign origin is refused by %s, with a token, on loopback and on every path',
  async (method) => {
    for (const origin of ['null', 'https://evil.example', 'http://127.0.0.1:4711', '']) {
      for (const target of ['/acp', '/acp/ticket', '/health', '/other']) {
        const answer = await refusalOf(server(), method, withToken({ target, headers: { origin } }));
        expect([origin, target, answer]).toEqual([
          origin,
          target,
          {
            status: 403,
            headers: { 'content-type': 'text/plain; charset=utf-8' },
            body: 'Pages of this origin may not use the server.\n',
          },
        ]);
      }
    }
  },
);

const cors = {
  'access-control-allow-origin': ORIGIN,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'Acp-Connection-Id, Acp-Session-Id',
  'access-control-allow-headers':
    'content-type, acp-connection-id, acp-session-id, authorization, last-event-id, idempotency-key',
  'access-control-allow-methods': 'GET, POST, DELETE',
  vary: 'Origin',
};

test('[W40] a listed origin is told what it may do, before and after a request, also if that is refused', async () => {
  const served = server();
  const headers = { origin: ORIGIN };
  for (const [target, allow] of [
    ['/acp', 'GET, POST, DELETE, OPTIONS'],
    ['/acp/ticket', 'POST, OPTIONS'],
  ] as const) {
    expect(await served.handle({ method: 'OPTIONS', target, headers })).toEqual({
      status: 204,
      headers: { allow, 'access-control-max-age': '600', ...cors },
    });
  }
  const made = await served.handle(withToken({ method: 'POST', headers, body: initialize }));
  expect([made.status, made.headers]).toEqual([
    200,
    { 'content-type': json, 'acp-connection-id': 'id-1', 'acp-counted': '1', ...cors },
  ]);
  const unknown = await served.handle(
    withToken({ method: 'DELETE', headers: { ...headers, 'acp-connection-id': 'x' } }),
  );
  expect([unknown.status, unknown.headers]).toEqual([404, { 'content-type': 'text/plain; charset=utf-8', ...cors }]);
  const noToken = await served.handle({ method: 'POST', headers, body: initialize });
  expect(noToken.headers).toMatchObject(cors);
  const put = await served.handle({ method: 'PUT', headers });
  expect(put.headers).toMatchObject(cors);
});

test('[W40] OPTIONS without an origin is answered without permissions', async () => {
  expect(await server().handle({ method: 'OPTIONS' })).toEqual({
    status: 204,
    headers: { allow: 'GET, POST, DELETE, OPTIONS', 'access-control-max-age': '600' },
  });
});

const unauthorized = {
  status: 401,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'www-authenticate': 'Bearer' },
  body: 'A valid token is needed.\n',
};

test.each([
  ['no token', {}],
  ['a wrong token', { authorization: 'Bearer wrong' }],
  ['a token of the right length', { authorization: 'Bearer secreT' }],
  ['the start of the token', { authorization: 'Bearer secre' }],
  ['another scheme', { authorization: TOKEN }],
])('[W37] %s is refused before the body is read', async (_, headers) => {
  const served = server();
  for (const method of ['POST', 'GET', 'DELETE']) {
    for (const target of ['/acp', '/acp?token=secret', '/acp?ticket=x']) {
      const parts = request({ method, target, headers, body: initialize });
      expect(await served.server.handle(parts)).toEqual(unauthorized);
      expect(parts.reads).toBe(0);
    }
  }
  const ticket = request({ method: 'POST', target: '/acp/ticket', headers });
  expect([await served.server.handle(ticket), ticket.reads]).toEqual([unauthorized, 0]);
  expect(new Set(served.events.map((event) => JSON.stringify(event)))).toEqual(
    new Set(['{"type":"refused","status":401,"reason":"A valid token is needed."}']),
  );
});

test.each([
  ['no token', {}],
  ['a wrong token', { authorization: 'Bearer wrong' }],
  ['a wrong token in a subprotocol', { 'sec-websocket-protocol': 'acp, acp.bearer.d3Jvbmc' }],
])('[W37] a WebSocket with %s is refused before the upgrade', async (_, headers) => {
  const served = server();
  for (const target of ['/acp', '/acp?token=secret', '/acp?ticket=x']) {
    expect(await served.upgrade({ target, headers })).toMatchObject({ accepted: false, answer: unauthorized });
  }
});

test('[RE41] a WebSocket is let in by a header or a subprotocol, which is not echoed', async () => {
  const served = server();
  const bearer = `acp.bearer.${Buffer.from(TOKEN).toString('base64url')}`;
  const open = async (headers: Record<string, string>) => {
    const { headers: answered, protocol } = await served.open({ headers });
    return [answered, protocol];
  };
  expect(await open({ authorization })).toEqual([{ 'acp-connection-id': 'id-1' }, undefined]);
  expect(await open({ 'sec-websocket-protocol': `${bearer}, acp` })).toEqual([{ 'acp-connection-id': 'id-2' }, 'acp']);
  expect(await open({ 'sec-websocket-protocol': bearer })).toEqual([{ 'acp-connection-id': 'id-3' }, undefined]);
  await served.close();
});

test('[RE48] a WebSocket is opened by GET at the endpoint only', async () => {
  const served = server();
  const answers = [
    await served.upgrade(withToken({ target: '/health' })),
    await served.upgrade(withToken({ method: 'POST' })),
    await served.upgrade(withToken({ target: '/acp/ticket' })),
  ];
  expect(answers.map((answer) => !answer.accepted && answer.answer.status)).toEqual([404, 404, 405]);
});
