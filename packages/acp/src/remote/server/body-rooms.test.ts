import { expect, test } from 'vitest';
import { fakePost } from '../test-support/http-fakes.ts';
import { request, Served } from '../test-support/served.ts';
import { BodyRooms } from './body-rooms.ts';
import { GatheredBytes } from './gathered-bytes.ts';
import type { HttpRequest, RequestBody } from './http-exchange.ts';

/** A body that a test lets grow. */
class GrowingBody {
  readonly request: HttpRequest;
  #fits: (size: number) => boolean = () => true;
  #end: (body: RequestBody) => void = () => {};

  constructor(given: HttpRequest) {
    const readBody: HttpRequest['readBody'] = (_, fits = () => true) => {
      this.#fits = fits;
      return new Promise((resolve) => {
        this.#end = resolve;
      });
    };
    this.request = { ...given, readBody };
  }

  grow(size: number): boolean {
    return this.#fits(size);
  }

  end(body: RequestBody): void {
    this.#end(body);
  }
}

test('[RE71] [W46] [W48] large bodies of a principal that are read at once have a limit; small ones are always read', async () => {
  const rooms = new BodyRooms({ highWater: 10, maxFrameBytes: 100 });
  const bodies = Array.from({ length: 4 }, () => new GrowingBody(fakePost('')));
  const [first, second, third, other] = bodies as [GrowingBody, GrowingBody, GrowingBody, GrowingBody];
  const reads = bodies.map((body) => rooms.bounded(body.request, body === other ? 'b' : 'a').readBody(100));
  expect([first.grow(11), first.grow(100), second.grow(99), third.grow(10)]).toEqual([true, true, true, true]);
  expect([third.grow(11), second.grow(100), second.grow(101), other.grow(100)]).toEqual([false, true, false, true]);
  first.end({ ok: false, problem: 'cut-off' });
  await reads[0];
  expect([third.grow(100), third.grow(101)]).toEqual([true, false]);
  for (const body of bodies) body.end({ ok: true, text: '' });
  await Promise.all(reads);
  expect(await rooms.bounded(fakePost('x'), 'a').readBody(100)).toEqual({ ok: true, text: 'x' });
});

test('[W47] [W48] a message that finds no room may come again, and keeps its number', async () => {
  const served = new Served({ limits: { highWater: 100, maxFrameBytes: 1_000 } });
  const headers = { 'acp-connection-id': await served.connect(), 'content-type': 'application/json' };
  const post = request({ method: 'POST', headers, body: '' });
  const bodies = Array.from({ length: 2 }, () => new GrowingBody(post));
  const answers = bodies.map((body) => served.server.handle(body.request));
  await served.settle();
  expect(bodies.map((body) => body.grow(1_000))).toEqual([true, true]);
  const numbered = { ...headers, 'idempotency-key': '1' };
  const late = new GrowingBody(request({ method: 'POST', headers: numbered, body: '' }));
  const refused = served.server.handle(late.request);
  await served.settle();
  expect(late.grow(101)).toBe(false);
  late.end({ ok: false, problem: 'no-room' });
  expect(await refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  const note = { jsonrpc: '2.0', method: 'x' };
  expect((await served.handle({ method: 'POST', headers: numbered, body: note })).status).toBe(202);
  for (const body of bodies) body.end({ ok: true, text: JSON.stringify(note) });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([202, 202]);
  await served.server.close();
});

test('[RE71] [W48] chunks of any size are gathered as they came, and small ones are copied together', () => {
  for (const sizes of [[], [5], [1, 1, 1], [5_000, 1, 70_000, 3, 4_096, 1], Array.from({ length: 20_000 }, () => 1)]) {
    const bytes = new GatheredBytes();
    let next = 0;
    for (const [at, size] of sizes.entries()) {
      const chunk = Uint8Array.from({ length: size }, () => next++ % 251);
      bytes.add(chunk);
      // What was copied does not change with its chunk.
      if (at > 0 && size < 4_096) chunk.fill(255);
    }
    expect(bytes.size).toBe(next);
    expect(
      Buffer.compare(
        bytes.joined(),
        Uint8Array.from({ length: next }, (_, at) => at % 251),
      ),
    ).toBe(0);
  }
});
