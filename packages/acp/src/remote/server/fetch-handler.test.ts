import { expect, test } from 'vitest';
import { fetchHandler } from './fetch-handler.ts';
import type { EventSink, HttpRequest, RequestBody } from './http-exchange.ts';

const address = 'https://agent.example:8443/acp?a=1';

test('[RE77] a standard request is read as it was sent', async () => {
  const seen: unknown[] = [];
  const handler = fetchHandler({
    async handle(request: HttpRequest) {
      seen.push([request.method, request.target, request.header('host'), request.header('x-given')]);
      seen.push(request.header('x-missing'), await request.readBody(100));
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"é":1}' };
    },
  });
  const response = await handler(
    new Request(address, { method: 'POST', body: '{"ü":1}', headers: { 'X-Given': 'g' } }),
  );
  expect([response.status, response.headers.get('content-type'), await response.text(), seen]).toEqual([
    200,
    'application/json',
    '{"é":1}',
    [['POST', '/acp?a=1', 'agent.example:8443', 'g'], undefined, { ok: true, text: '{"ü":1}' }],
  ]);
});

test('[RE77] an answer without a body is one', async () => {
  const statuses = [202, 204];
  const handler = fetchHandler({ handle: async () => ({ status: statuses.shift() ?? 0, headers: {} }) });
  const answers = [await handler(new Request(address)), await handler(new Request(address))];
  expect(
    await Promise.all(
      answers.map(async (each) => [each.status, each.headers.get('content-length'), await each.text()]),
    ),
  ).toEqual([
    [202, '0', ''],
    [204, null, ''],
  ]);
});

function body(pieces: readonly (Uint8Array | Error)[]): ReadableStream<Uint8Array> {
  const rest = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const next = rest.shift();
      if (next === undefined) controller.close();
      else if (next instanceof Error) controller.error(next);
      else controller.enqueue(next);
    },
  });
}

const bytes = (text: string) => new TextEncoder().encode(text);

test.each<[string, readonly (Uint8Array | Error)[], RequestBody]>([
  ['in pieces', [bytes('{"é'), bytes('"}')], { ok: true, text: '{"é"}' }],
  ['at its limit', [bytes('01234'), bytes('56789')], { ok: true, text: '0123456789' }],
  ['beyond its limit', [bytes('0123456789'), bytes('a'), new Error('not read')], { ok: false, problem: 'too-large' }],
  ['not UTF-8', [Uint8Array.of(0xff)], { ok: false, problem: 'not-utf8' }],
  ['cut off', [bytes('{'), new Error('cut')], { ok: false, problem: 'cut-off' }],
  ['empty', [], { ok: true, text: '' }],
])('[RE77] a body that is %s', async (_, pieces, expected) => {
  let found: RequestBody | undefined;
  const handler = fetchHandler({
    async handle(request: HttpRequest) {
      found = await request.readBody(10);
      return { status: 202, headers: {} };
    },
  });
  await handler(new Request(address, { method: 'POST', body: body(pieces), duplex: 'half' } as RequestInit));
  expect(found).toEqual(expected);
});

/** Opens a stream of events and returns both of its ends. */
async function opened(signal?: AbortSignal) {
  const happened: string[] = [];
  let sink: EventSink | undefined;
  const handler = fetchHandler({
    handle: async () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      stream(given) {
        sink = given;
        given.listen({ onDrain: () => happened.push('drain'), onClosed: () => happened.push('closed') });
      },
    }),
  });
  const response = await handler(new Request(address, signal === undefined ? {} : { signal }));
  if (sink === undefined || response.body === null) throw new Error('no stream');
  return { sink, happened, reader: response.body.getReader() };
}

const text = (step: { readonly value?: Uint8Array | undefined }) => new TextDecoder().decode(step.value);

test('[RE77] events wait for their reader', async () => {
  const { sink, happened, reader } = await opened();
  expect(sink.write('data: 1\n\n')).toBe(true);
  expect(sink.write('x'.repeat(64 * 1024))).toBe(false);
  expect(text(await reader.read())).toBe('data: 1\n\n');
  expect(text(await reader.read()).length).toBe(64 * 1024);
  expect(happened).toEqual(['drain']);
  expect(sink.write('data: 2\n\n')).toBe(true);
  sink.end();
  expect([text(await reader.read()), (await reader.read()).done, happened]).toEqual([
    'data: 2\n\n',
    true,
    ['drain', 'closed'],
  ]);
});

test('[RE77] a reader that leaves closes its stream, and so does a request that is aborted', async () => {
  const { sink, happened, reader } = await opened();
  await reader.cancel();
  expect([happened, sink.write('late')]).toEqual([['closed'], true]);
  sink.end();
  sink.destroy();
  const leaving = new AbortController();
  const other = await opened(leaving.signal);
  leaving.abort();
  expect([happened, other.happened]).toEqual([['closed'], ['closed']]);
});

test('[RE77] a stream that is destroyed fails at its reader', async () => {
  const { sink, happened, reader } = await opened();
  sink.destroy();
  await expect(reader.read()).rejects.toThrow('The server ended the stream.');
  expect(happened).toEqual(['closed']);
});
