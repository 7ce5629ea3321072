import { describe, expect, test } from 'vitest';
import { memoryPair } from '../transport/memory-pair.ts';
import type { BrokenFrame } from '../transport/transport.ts';
import { UnwritableError } from './json-text.ts';
import { messagePipe, type PipedMessage } from './message-pipe.ts';
import { Peer } from './peer.ts';
import { RpcError } from './rpc-error.ts';
import { connect, deferred, note, turns } from './test-support/connect.ts';

const invalid = (id: unknown = null) => ({ jsonrpc: '2.0', id, error: { code: -32600, message: 'Invalid request' } });
const parseError = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } };

/** Frames are delivered as given, broken ones included; what the peer sends is collected. */
function feed(batches: readonly (readonly (string | BrokenFrame)[])[]) {
  const sent: string[] = [];
  async function* frames() {
    for (const batch of batches) yield batch;
  }
  return {
    sent,
    transport: { send: (frame: string) => void sent.push(frame), frames: frames(), close: async () => {} },
  };
}

describe('messages', () => {
  test('[JR13] an id of any kind goes back exactly as it came', async () => {
    const ids = ['0', '""', 'null', '-1', '1.5', '12345678901234567890', '9007199254740993', '"é\\u0000"'];
    const frames = ids.map((id) => `{"jsonrpc":"2.0","params":{"id":7,"x":[{"id":8}]},"id":${id},"method":"echo"}`);
    const { sent, transport } = feed([frames]);
    await new Peer(transport, { requests: { echo: () => true } }).closed;
    expect(sent).toEqual(ids.map((id) => `{"jsonrpc":"2.0","id":${id},"result":true}`));
  });

  test('[JR38] a strict connection takes no batches and no odd ids', async () => {
    const call = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"echo"}`;
    const { sent, transport } = feed([[`[${call('1')}]`, '[]', call('null'), call('1.5'), call('"a"'), call('0')]]);
    await new Peer(transport, { requests: { echo: () => true }, isStrict: () => true, malformed: 'report' }).closed;
    const answered = ['"a"', '0'].map((id) => `{"jsonrpc":"2.0","id":${id},"result":true}`);
    expect(sent).toEqual([...Array.from({ length: 4 }, () => JSON.stringify(invalid())), ...answered]);
  });

  test('[JR13] an id goes back as it came beside strings of any length, with whatever they hold', async () => {
    const long = `${'x'.repeat(12_000_000)}${'\\\\\\"'.repeat(1_000)}`;
    const frames = [
      `{"jsonrpc":"2.0","method":"echo","params":{"text":"${long}"},"id":1.5}`,
      `{"${long}":1,"text":"${long}","jsonrpc":"2.0","method":"echo","id":9007199254740993}`,
    ];
    const { sent, transport } = feed([frames]);
    await new Peer(transport, { requests: { echo: () => true } }).closed;
    expect(sent).toEqual(['1.5', '9007199254740993'].map((id) => `{"jsonrpc":"2.0","id":${id},"result":true}`));
  });

  test('[JR14] an unknown method is refused, unless somebody takes the rest; names of Object.prototype are unknown too', async () => {
    const { far } = connect();
    for (const method of ['nope', 'constructor', '__proto__']) {
      await far.send({ jsonrpc: '2.0', id: method, method });
      await far.expect({ jsonrpc: '2.0', id: method, error: { code: -32601, message: `Method not found: ${method}` } });
    }
    const { far: other } = connect({ otherRequest: (params, { method, id }) => ({ method, id, params }) });
    await other.send({ jsonrpc: '2.0', id: 0, method: '_x/y', params: { a: 1 } });
    await other.expect({ jsonrpc: '2.0', id: 0, result: { method: '_x/y', id: 0, params: { a: 1 } } });
  });

  test('[JR15] an unknown notification is visible and not answered', async () => {
    const { peer, far, events } = connect();
    await far.send(note('_vendor/hello', { a: 1 }));
    await far.send(note('toString'));
    await far.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await far.expect({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found: ping' } });
    expect(events).toEqual([
      { type: 'unknown-notification', method: '_vendor/hello', params: { a: 1 } },
      { type: 'unknown-notification', method: 'toString', params: undefined },
    ]);
    await peer.close();
    const taken: unknown[] = [];
    const { far: other } = connect({ otherNotification: (params, { method }) => void taken.push([method, params]) });
    await other.send(note('_vendor/hello', [1]));
    await turns(10);
    expect(taken).toEqual([['_vendor/hello', [1]]]);
  });

  test('[JR16] an RpcError crosses the wire as it is; any other error stays at home', async () => {
    const secret = new Error('the password is 1234');
    const circular: unknown[] = [];
    circular.push(circular);
    const rethrown = deferred<unknown>();
    const { peer, far, events } = connect({
      requests: {
        refuse: () => {
          throw new RpcError(-32000, 'Authentication required', { methods: ['a'] });
        },
        break: async () => {
          throw secret;
        },
        circular: () => circular,
        passOn: async () => {
          throw await rethrown.promise;
        },
        badData: () => {
          throw new RpcError(1, 'odd', circular);
        },
      },
      notifications: {
        break: () => {
          throw secret;
        },
        breakLater: () => Promise.reject(secret),
      },
    });
    const internal = { code: -32603, message: 'Internal error' };
    await far.play([
      { send: { jsonrpc: '2.0', id: 1, method: 'refuse' } },
      {
        expect: {
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32000, message: 'Authentication required', data: { methods: ['a'] } },
        },
      },
      { send: { jsonrpc: '2.0', id: 2, method: 'break' } },
      { expect: { jsonrpc: '2.0', id: 2, error: internal } },
      { send: { jsonrpc: '2.0', id: 3, method: 'circular' } },
      { expect: { jsonrpc: '2.0', id: 3, error: internal } },
      { send: { jsonrpc: '2.0', id: 4, method: 'badData' } },
      { expect: { jsonrpc: '2.0', id: 4, error: { code: 1, message: 'odd' } } },
      { send: note('break') },
      { send: note('breakLater') },
    ]);
    const refused = peer.request('x').catch((error: unknown) => error);
    await far.next();
    await far.send({ jsonrpc: '2.0', id: 1, error: { code: -32002, message: 'Not found', data: [1] } });
    const error = await refused;
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: -32002, message: 'Not found', data: [1], method: 'x' });
    // Seen by whoever prints it, and nobody else's business.
    expect(Object.keys(error as object)).toContain('method');
    expect(JSON.stringify(error)).toBe('{"code":-32002,"message":"Not found","data":[1]}');
    expect(Object.keys(new RpcError(1, 'ours'))).not.toContain('method');
    rethrown.resolve(error);
    await far.send({ jsonrpc: '2.0', id: 5, method: 'passOn' });
    await far.expect({ jsonrpc: '2.0', id: 5, error: { code: -32002, message: 'Not found', data: [1] } });
    expect(events.map((event) => (event.type === 'handler-failed' ? [event.method, event.error] : event))).toEqual([
      ['break', secret],
      ['circular', expect.any(UnwritableError)],
      ['break', secret],
      ['breakLater', secret],
    ]);
  });

  test('[JR31] a value without a JSON text is an error with a name, and nothing is sent of it', async () => {
    const { peer, far } = connect({});
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level++) deep = [deep];
    const circular: unknown[] = [];
    circular.push(circular);
    const tooDeep = 'The value cannot be written as JSON: it is nested too deep.';
    const failure = await peer.request('x', { deep }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnwritableError);
    expect(failure).toMatchObject({ name: 'UnwritableError', message: tooDeep, cause: expect.any(RangeError) });
    expect(() => peer.notify('x', deep)).toThrow(new UnwritableError(tooDeep));
    expect(() => peer.notify('x', circular)).toThrow(UnwritableError);
    expect(() => peer.notify('x', { count: 1n })).toThrow(UnwritableError);
    expect(peer.openRequests).toBe(0);
    await peer.notify('y');
    expect(await far.next()).toEqual({ jsonrpc: '2.0', method: 'y' });
  });

  test('[JR18] noise in a batch that is too deep to be written again is told without its text', async () => {
    const { far, events } = connect({ malformed: 'answer' });
    await far.sendText(`[${'['.repeat(50_000)}${']'.repeat(50_000)},{"jsonrpc":"2.0","id":1,"method":"x"}]`);
    const notFound = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found: x' } };
    expect(await far.next()).toEqual([invalid(), notFound]);
    expect(events).toEqual([{ type: 'noise', problem: 'not-jsonrpc', text: '' }]);
  });

  test('[JR17] batches: one array of answers, none for notifications only, single errors for what is no batch', async () => {
    const log: unknown[] = [];
    const { peer, far } = connect({
      requests: {
        slow: async () => {
          await turns(60);
          return 'slow';
        },
        fast: () => 'fast',
      },
      notifications: {
        note: async (params) => {
          await turns(2);
          log.push(params);
        },
      },
    });
    const open = peer.request('ours');
    await far.next();
    await far.play([
      {
        send: [
          { jsonrpc: '2.0', id: 1, method: 'slow' },
          note('note', [1]),
          { jsonrpc: '2.0', id: '', method: 'fast' },
          1,
          [],
          { foo: 'boo' },
          { jsonrpc: '2.0', id: 1, result: 'answer' },
          note('note', [2]),
        ],
      },
      {
        expect: [
          { jsonrpc: '2.0', id: '', result: 'fast' },
          invalid(),
          invalid(),
          invalid(),
          { jsonrpc: '2.0', id: 1, result: 'slow' },
        ],
      },
    ]);
    expect(await open).toBe('answer');
    expect(log).toEqual([[1], [2]]);
    await far.play([
      { send: [note('note', [3]), note('unknown')] },
      { send: [] },
      { expect: invalid() },
      { send: [1, 2] },
      { expect: [invalid(), invalid()] },
    ]);
    expect(log).toEqual([[1], [2], [3]]);
  });

  test('[JR17] the answers wait for the notifications of the batch, too', async () => {
    const log: string[] = [];
    const { far } = connect({
      requests: { fast: () => 'fast' },
      notifications: { slow: () => turns(40).then(() => void log.push('slow')) },
    });
    await far.send([{ jsonrpc: '2.0', id: 1, method: 'fast' }, note('slow')]);
    await far.expect([{ jsonrpc: '2.0', id: 1, result: 'fast' }]);
    expect(log).toEqual(['slow']);
  });

  test('[JR17] a batch of more entries than the hard limit is refused as one', async () => {
    const { far } = connect({ limits: { hardQueue: { messages: 3, size: 1e6 } } });
    await far.send([1, 2, 3, 4]);
    await far.expect(invalid());
  });

  test('[JR18] noise is an event; an agent answers it and a client does not', async () => {
    const frames = [
      'Welcome to agent 1.0!',
      '{"a":',
      '42',
      '{"foo":1}',
      '{"jsonrpc":"2.0","id":5,"method":"m","params":"bar"}',
    ];
    const noise = [
      { type: 'noise', problem: 'not-json', text: 'Welcome to agent 1.0!' },
      { type: 'noise', problem: 'not-json', text: '{"a":' },
      { type: 'noise', problem: 'not-jsonrpc', text: '42' },
      { type: 'noise', problem: 'not-jsonrpc', text: '{"foo":1}' },
      { type: 'noise', problem: 'not-jsonrpc', text: '{"jsonrpc":"2.0","id":5,"method":"m","params":"bar"}' },
    ];
    const agent = connect({ malformed: 'answer' });
    for (const frame of frames) await agent.far.sendText(frame);
    await agent.far.play(
      [parseError, parseError, invalid(), invalid(), invalid(5)].map((message) => ({ expect: message })),
    );
    expect(agent.events).toEqual(noise);

    const client = connect({ malformed: 'report' });
    for (const frame of frames) await client.far.sendText(frame);
    await client.far.send({ jsonrpc: '2.0', id: 1, method: 'x' });
    await client.far.expect({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found: x' } });
    expect(client.events).toEqual(noise);
  });

  test('[JR19] a broken frame fails the request it answers, from either end of it, and answers the request it is', async () => {
    const broken = (head: string, tail = '', problem: BrokenFrame['problem'] = 'too-long'): BrokenFrame => ({
      problem,
      size: 99,
      head,
      tail,
    });
    const frames = [
      broken('{"jsonrpc":"2.0","id":1,"result":{"text":"', 'xxx"}}'),
      broken('{"jsonrpc":"2.0", "result" : {"id":9,"a":[{"', 'x","id":8}], "id" : 2 }'),
      broken('{"jsonrpc":"2.0","id":3,"result":{"a":"\ufffd"}}', '', 'not-utf8'),
      broken('{"jsonrpc":"2.0","id":"r","method":"m","params":{"', '"}}'),
      broken('{"jsonrpc":"2.0","method":"n","params":{"id":4,"', '"}}'),
      broken('garbage', 'more'),
      broken('{"params":{"text":"', '"},"id":4}'),
    ];
    const { sent, transport } = feed([[], [...frames]]);
    const events: unknown[] = [];
    const peer = new Peer(transport, { onEvent: (event) => void events.push(event), malformed: 'report' });
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => peer.request('x').catch((error: unknown) => error)));
    expect(outcomes).toMatchObject([
      { reason: 'oversized-response', message: 'The answer to this request is too long (99 bytes).', cause: frames[0] },
      { reason: 'oversized-response', cause: frames[1] },
      { reason: 'malformed-response', message: 'The answer to this request is not UTF-8.', cause: frames[2] },
      { reason: 'ended' },
    ]);
    expect(events).toEqual(frames.map((frame) => ({ type: 'broken-frame', frame })));
    expect(sent.slice(4)).toEqual(
      ['"r"', '4'].map(
        (id) => `{"jsonrpc":"2.0","id":${id},"error":{"code":-32600,"message":"The request is too long (99 bytes)"}}`,
      ),
    );
  });

  test('[JR19] [W12] a binary message is reported, never answered', async () => {
    const frame = { problem: 'binary', size: 3, head: '', tail: '' } as const;
    const { sent, transport } = feed([[frame]]);
    const events: unknown[] = [];
    const peer = new Peer(transport, { onEvent: (event) => void events.push(event), malformed: 'answer' });
    await peer.closed;
    expect({ events, sent }).toEqual({ events: [{ type: 'broken-frame', frame }], sent: [] });
  });

  test('[JR20] an answer that is no valid response fails its request', async () => {
    const { peer, far } = connect();
    const bad = [
      '"error":"boom"',
      '"error":{"message":"no code"}',
      '"result":1,"error":{"code":1,"message":"both"}',
      '"other":1',
      '"error":null',
    ];
    const calls = bad.map(() => peer.request('x').catch((error: unknown) => error));
    for (const [index, members] of bad.entries()) await far.sendText(`{"jsonrpc":"2.0","id":${index + 1},${members}}`);
    const noVersion = peer.request('x').catch((error: unknown) => error);
    await far.sendText(`{"id":${bad.length + 1},"result":1}`);
    const oldSchool = peer.request('x');
    await far.sendText(`{"jsonrpc":"2.0","id":${bad.length + 2},"result":1,"error":null}`);
    for (const outcome of await Promise.all([...calls, noVersion]))
      expect(outcome).toMatchObject({ reason: 'malformed-response' });
    expect(await oldSchool).toBe(1);
    expect(peer.openRequests).toBe(0);
  });

  test('[JR21] responses that fit no request are events', async () => {
    const { peer, far, events } = connect();
    const call = peer.request('x');
    const responses = [
      { jsonrpc: '2.0', id: 1, result: 1 },
      { jsonrpc: '2.0', id: 1, result: 2 },
      { jsonrpc: '2.0', id: '1', result: 3 },
      { jsonrpc: '2.0', id: 2, result: 4 },
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
    ];
    for (const response of responses) await far.send(response);
    expect(await call).toBe(1);
    await peer.idle();
    expect(events).toEqual(
      ['duplicate', 'unknown', 'unknown', 'unknown'].map((problem, index) => ({
        type: 'unmatched-response',
        problem,
        response: responses[index + 1],
      })),
    );
  });

  test('[JR13] a request whose id is in use is handled and reported', async () => {
    const { far, events } = connect({ requests: { wait: () => turns(5).then(() => 1) } });
    await far.send({ jsonrpc: '2.0', id: 1, method: 'wait' });
    await far.send({ jsonrpc: '2.0', id: 1, method: 'wait' });
    await far.expect({ jsonrpc: '2.0', id: 1, result: 1 });
    await far.expect({ jsonrpc: '2.0', id: 1, result: 1 });
    expect(events).toEqual([{ type: 'duplicate-request', id: 1, method: 'wait' }]);
  });

  test('[JR29] a message pipe delivers everything as it came and acts on nothing', async () => {
    const [near, far] = memoryPair();
    const pipe = messagePipe(near);
    const frames = [
      '{"jsonrpc":"2.0","method":"n"}',
      '{"jsonrpc": "2.0","id":1,"method":"r"}',
      '{"jsonrpc":"2.0","id":1,"result":1}',
      '[1]',
      'hi',
      '{}',
    ];
    for (const frame of frames) far.send(frame);
    await pipe.send('{"sent":true}');
    await far.close();
    const messages: PipedMessage[] = [];
    for await (const batch of pipe.messages) messages.push(...batch);
    const kinds = ['notification', 'request', 'response', 'batch', 'noise', 'invalid'];
    expect(messages).toEqual(
      frames.map((frame, index) => ({
        kind: kinds[index],
        frame,
        value: frame === 'hi' ? undefined : JSON.parse(frame),
      })),
    );
    const back: unknown[] = [];
    for await (const batch of far.frames) back.push(...batch);
    expect(back).toEqual(['{"sent":true}']);
    await pipe.close();
  });
});
