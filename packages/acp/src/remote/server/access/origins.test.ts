import { expect, test } from 'vitest';
import { Origins } from './origins.ts';

const origins = new Origins(['https://App.example:443', 'http://localhost:5173', 'chrome-extension://abc']);

test('[W40] a listed origin gets its five headers, others none', () => {
  expect(origins.headersFor('https://app.example')).toEqual({
    'access-control-allow-origin': 'https://app.example',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Acp-Connection-Id, Acp-Session-Id',
    'access-control-allow-headers':
      'content-type, acp-connection-id, acp-session-id, authorization, last-event-id, idempotency-key',
    'access-control-allow-methods': 'GET, POST, DELETE',
    vary: 'Origin',
  });
  for (const origin of [undefined, 'null', 'https://evil.example']) expect(origins.headersFor(origin)).toEqual({});
});

test('[W38] an origin must be the same in scheme, host and port', () => {
  const given = [
    'https://app.example',
    'http://localhost:5173',
    'chrome-extension://abc',
    'http://app.example',
    'https://app.example:8443',
    'https://sub.app.example',
    'https://app.example.evil.example',
    'http://localhost',
    'null',
    '',
    '*',
  ];
  expect(given.filter((origin) => origins.has(origin))).toEqual(given.slice(0, 3));
});

test.each(['*', 'null', 'app.example', 'https://app.example/', 'https://*.example', 'https://user@app.example', ''])(
  '[RE47] %j as an origin is refused at the start',
  (origin) => {
    expect(() => new Origins([origin])).toThrow(`"${origin}" is not an origin.`);
  },
);
