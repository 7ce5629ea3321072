import { describe, expect, test } from 'vitest';
import { backPressureCheck, type TransportPair, transportContract } from '../testing/transport-contract.ts';
import { LineWriter, type OnWritten } from './line-writer.ts';
import { memoryPair } from './memory-pair.ts';
import { tap } from './tap.ts';
import type { Received, Transport } from './transport.ts';
import { webStreams } from './web-streams.ts';

const makers: Record<string, () => Promise<TransportPair>> = {
  'memory pair': async () => {
    const [near, far] = memoryPair();
    return { near, far };
  },
  'web streams': async () => {
    const there = new TransformStream<Uint8Array, Uint8Array>();
    const back = new TransformStream<Uint8Array, Uint8Array>();
    return {
      near: webStreams({ readable: back.readable, writable: there.writable }),
      far: webStreams({ readable: there.readable, writable: back.writable }),
    };
  },
  'a tapped memory pair': async () => {
    const [near, far] = memoryPair();
    return {
      near: tap(near, () => {}),
      far: tap(far, () => {
        throw new Error('an observer that throws');
      }),
    };
  },
};

for (const [name, make] of Object.entries(makers)) {
  describe(name, () => {
    for (const { rules, name: title, check } of [...transportContract, backPressureCheck])
      test(`[${rules}] ${title}`, () => check(make));
  });
}

async function all(transport: Transport): Promise<Received[]> {
  const frames: Received[] = [];
  for await (const batch of transport.frames) frames.push(...batch);
  return frames;
}

describe('LineWriter', () => {
  test('[TR9] what is sent in one turn is one write, and what is sent during a write is the next', async () => {
    const writes: string[] = [];
    const finish: (() => void)[] = [];
    const lines = new LineWriter((text) => {
      writes.push(text);
      return new Promise((resolve) => finish.push(resolve));
    });
    lines.send('1');
    lines.send('2');
    await Promise.resolve();
    await Promise.resolve();
    expect(writes).toEqual(['1\n2\n']);
    lines.send('3');
    await Promise.resolve();
    lines.send('4');
    finish[0]?.();
    const ended = lines.end();
    await new Promise((resolve) => setImmediate(resolve));
    finish[1]?.();
    await ended;
    expect(writes).toEqual(['1\n2\n', '3\n4\n']);
  });

  test('[TR9] a write without a promise is in flight until it is reported', async () => {
    const writes: string[] = [];
    const reports: OnWritten[] = [];
    const lines = new LineWriter((text, onWritten) => {
      writes.push(text);
      reports.push(onWritten);
      return undefined;
    });
    lines.send('1');
    await new Promise((resolve) => setImmediate(resolve));
    lines.send('2');
    lines.send('3');
    await new Promise((resolve) => setImmediate(resolve));
    expect(writes).toEqual(['1\n']);
    reports[0]?.(null);
    expect(writes).toEqual(['1\n', '2\n3\n']);
    let hasEnded = false;
    const ended = lines.end().then(() => {
      hasEnded = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasEnded).toBe(false);
    reports[1]?.();
    await ended;
  });

  test('[TR9] a long frame goes out in pieces that cut no character, short ones before and behind it with its ends', async () => {
    const writes: string[] = [];
    const lines = new LineWriter(async (text) => void writes.push(text));
    const long = `"${'\u{1f600}'.repeat(300_000)}"`;
    for (const frame of ['1', long, '2']) lines.send(frame);
    await lines.end();
    expect(writes.map((text) => text.length)).toEqual([2, 262_143, 337_862]);
    const read = writes.map((text) => Buffer.from(text).toString()).join('');
    expect(read === `1\n${long}\n2\n`).toBe(true);
  });

  test('[TR10] send asks to wait from the high-water mark on, and takes the frame all the same', async () => {
    const writes: string[] = [];
    let finish = () => {};
    const write = (text: string) => {
      writes.push(text);
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    };
    const lines = new LineWriter(write, 8);
    expect(lines.send('12')).toBe(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines.send('345')).toBe(undefined);
    let waiting = true;
    const room = lines.send('678')?.then(() => {
      waiting = false;
    });
    expect(room).toBeInstanceOf(Promise);
    await new Promise((resolve) => setImmediate(resolve));
    expect(waiting).toBe(true);
    finish();
    await room;
    expect(writes).toEqual(['12\n', '345\n678\n']);
  });

  test.each([0, -1, Number.NaN])('[TR10] with a mark of %s there is room once nothing waits', async (highWater) => {
    const writes: string[] = [];
    const lines = new LineWriter(async (text) => void writes.push(text), highWater);
    for (const frame of ['1', '2']) await lines.send(frame);
    expect(writes).toEqual(['1\n', '2\n']);
  });

  test('[TR11] line breaks inside a frame go out as spaces', async () => {
    const writes: string[] = [];
    const lines = new LineWriter(async (text) => void writes.push(text));
    lines.send('{\n  "a": "\\n"\n}');
    await lines.end();
    expect(writes).toEqual(['{   "a": "\\n" }\n']);
  });

  // Readers of lines such as node:readline and Python's text files also end a line at a lone carriage return.
  test.each([
    ['{\r"a": "\\r"\r}', '{ "a": "\\r" }\n'],
    ['{\r\n"a":\n1\r}', '{  "a": 1 }\n'],
    ['{"a":"\u2028\u2029"}', '{"a":"\u2028\u2029"}\n'],
  ])('[TR11] whoever reads lines sees one line for the frame %j', async (frame, line) => {
    const writes: string[] = [];
    const lines = new LineWriter(async (text) => void writes.push(text));
    lines.send(frame);
    await lines.end();
    expect(writes).toEqual([line]);
  });

  test('[TR12] a write that is reported as failed rejects as one whose promise rejects', async () => {
    const cause = new Error('broken pipe');
    let report: OnWritten = () => {};
    const lines = new LineWriter((_, onWritten) => {
      report = onWritten;
      return undefined;
    }, 4);
    lines.send('1');
    await new Promise((resolve) => setImmediate(resolve));
    const [waiting, ended] = [lines.send('2345'), lines.end()];
    report(cause);
    await expect(waiting).rejects.toBe(cause);
    await expect(ended).rejects.toBe(cause);
    await expect(lines.send('6')).rejects.toBe(cause);
  });

  test('[TR12] a write that throws rejects those who wait', async () => {
    const cause = new Error('no stream');
    const lines = new LineWriter(() => {
      throw cause;
    }, 4);
    const waiting = lines.send('12345');
    const ended = lines.end();
    await expect(waiting).rejects.toBe(cause);
    await expect(ended).rejects.toBe(cause);
  });

  test('[TR12] a failed write rejects those who wait and those who come later, with its cause', async () => {
    const cause = new Error('broken pipe');
    let fail = (_: Error) => {};
    const write = () => new Promise<void>((_, reject) => (fail = reject));
    const lines = new LineWriter(write, 4);
    lines.send('1');
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = lines.send('2345');
    fail(cause);
    await expect(waiting).rejects.toBe(cause);
    await expect(lines.send('6')).rejects.toBe(cause);
    await expect(lines.end()).rejects.toBe(cause);
  });
});

test('[TR10] [TR15] with a mark of 0 nobody waits for a reader of a memory pair who has left', async () => {
  const [near, far] = memoryPair({ highWater: 0 });
  await far.frames[Symbol.asyncIterator]().return?.();
  expect(near.send('1')).toBe(undefined);
});

describe('web streams', () => {
  test('[TR12] a broken sending side ends the iteration with its cause', async () => {
    const cause = new Error('gone');
    const readable = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":1}\n')),
    });
    const writable = new WritableStream<Uint8Array>({ write: () => Promise.reject(cause) });
    const transport = webStreams({ readable, writable });
    const iterator = transport.frames[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: ['{"a":1}'] });
    const waiting = iterator.next();
    transport.send('{}');
    await expect(waiting).rejects.toBe(cause);
    await expect(transport.send('{}')).rejects.toBe(cause);
    await transport.close();
  });

  test('[TR14] a failing read throws its cause after the last frame', async () => {
    const cause = new Error('reset');
    let reads = 0;
    const readable = new ReadableStream<Uint8Array>({
      pull(controller) {
        reads += 1;
        if (reads === 1) controller.enqueue(new TextEncoder().encode('{"a":1}\n'));
        else controller.error(cause);
      },
    });
    const transport = webStreams({ readable, writable: new WritableStream() });
    const iterator = transport.frames[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: ['{"a":1}'] });
    await expect(iterator.next()).rejects.toBe(cause);
  });

  test('[TR8] nothing is read for a reader who does not read', async () => {
    let pulls = 0;
    const readable = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1;
          controller.enqueue(new TextEncoder().encode('{}\n'));
        },
      },
      { highWaterMark: 0 },
    );
    const transport = webStreams({ readable, writable: new WritableStream() });
    await transport.frames[Symbol.asyncIterator]().next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(pulls).toBe(1);
  });
});

describe('abort', () => {
  test('[TR18] streams that take nothing any more are ended at once, and a close that waits settles', async () => {
    const ended: string[] = [];
    const readable = new ReadableStream<Uint8Array>({ cancel: () => void ended.push('readable') });
    const writable = new WritableStream({ write: () => new Promise(() => {}) });
    const transport = webStreams({ readable, writable }, { highWater: 1 });
    const reading = all(transport);
    const waiting = [transport.send('1'), transport.send('2')];
    const closing = transport.close();
    transport.abort?.();
    await closing;
    expect([await reading, ended]).toEqual([[], ['readable']]);
    for (const sent of [...waiting, transport.send('3')]) await expect(sent).rejects.toThrow('was aborted');
  });

  test('[TR18] a tap passes it on', () => {
    const calls: string[] = [];
    tap({ ...memoryPair()[0], abort: () => void calls.push('abort') }, () => {}).abort?.();
    expect(calls).toEqual(['abort']);
  });
});

describe('tap', () => {
  test('[TR16] a transport that is opened again is observed, too', async () => {
    const [first] = memoryPair();
    const [second, far] = memoryPair();
    const seen: unknown[] = [];
    expect(tap(first, () => {}).again).toBeUndefined();
    const next = await tap({ ...first, again: () => second }, (...event) => seen.push(event)).again?.();
    void next?.send('1');
    expect(await far.frames[Symbol.asyncIterator]().next()).toEqual({ done: false, value: ['1'] });
    expect(seen).toEqual([['sent', '1']]);
  });

  test('[TR16] the observer sees every frame both ways, and its throwing changes nothing', async () => {
    const seen: [string, Received][] = [];
    const [inner, far] = memoryPair();
    const near = tap(inner, (direction, frame) => {
      seen.push([direction, frame]);
      throw new Error('careless');
    });
    near.send('1');
    far.send('2');
    near.send('3');
    far.send('4');
    await far.close();
    expect(await all(near)).toEqual(['2', '4']);
    expect(seen).toEqual([
      ['sent', '1'],
      ['sent', '3'],
      ['received', '2'],
      ['received', '4'],
    ]);
    expect(await all(far)).toEqual(['1', '3']);
  });
});

test('[TR15] what a reader waits for can be rewritten until it looks at it', async () => {
  const [near, far] = memoryPair();
  const frames = far.frames[Symbol.asyncIterator]();
  const step = frames.next();
  near.send('a secret');
  near.send('another secret');
  near.send('plain');
  const erase = (frame: string) => (frame.includes('secret') ? (frame.startsWith('another') ? null : '') : undefined);
  near.rewrite?.(erase);
  expect(await step).toMatchObject({ done: false, value: [''] });
  expect(await frames.next()).toEqual({ done: false, value: ['plain'] });
  // Nothing of what was taken is left.
  near.rewrite?.(() => 'late');
  near.send('next');
  expect(await frames.next()).toEqual({ done: false, value: ['next'] });
});
