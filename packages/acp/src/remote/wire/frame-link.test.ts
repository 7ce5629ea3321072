import { expect, test } from 'vitest';
import { TestSocket } from '../test-support/socket-pair.ts';
import { frameLink } from './frame-link.ts';
import type { Notice } from './notices.ts';
import { replaceKept } from './outbox.ts';

function link(
  options: { isCounted?: boolean | undefined; highWater?: number; kept?: number; maxFrameBytes?: number } = {},
) {
  const { highWater = 100, kept = 1_000, maxFrameBytes = 1_000_000 } = options;
  const events: (Notice | string)[] = [];
  const made = frameLink({ highWater, kept, maxFrameBytes }, 'isCounted' in options ? options.isCounted : true, {
    notice: (notice) => void events.push(notice),
    confirmed: (isAsking) => void events.push(isAsking ? 'asked' : 'confirmed'),
    violated: (sentence) => void events.push(sentence),
  });
  const socket = new TestSocket();
  return { link: made, socket, events };
}

const received = (count: unknown) => `{"jsonrpc":"2.0","method":"$/emend/received","params":{"received":${count}}}`;

const asking = (count: number) => received(count).replace('}}', ',"ask":true}}');

test('[RE1] [W18] frames go to the socket in order, and another goes on after what the other side has', () => {
  const { link: near, socket } = link();
  for (const frame of ['"1"', '"2"']) near.send(frame);
  near.attach(socket);
  near.send('"3"');
  expect(socket.sent).toEqual(['"1"', '"2"', '"3"']);
  near.detach();
  near.send('"4"');
  expect([0, 2, 3].map((count) => near.canContinueAfter(count))).toEqual([true, true, true]);
  // It cannot have what it was never given.
  expect([4, -1, 0.5, Number.NaN].map((count) => near.canContinueAfter(count))).toEqual([false, false, false, false]);
  const next = new TestSocket();
  expect(near.attach(next, 1)).toBe(3);
  expect(next.sent).toEqual(['"2"', '"3"', '"4"']);
  // What was confirmed is gone.
  expect(near.canContinueAfter(0)).toBe(false);
});

test('[RE3] what has come is confirmed after 128 frames or 64 KiB, or when asked to', async () => {
  const { link: near, socket } = link();
  near.attach(socket);
  const reader = (async () => {
    for await (const _ of near.frames);
  })();
  const take = async (frame: string) => {
    near.take(frame);
    await undefined;
    await undefined;
  };
  for (let count = 0; count < 127; count += 1) await take('1');
  expect(socket.sent).toEqual([]);
  await take('1');
  expect(socket.sent.splice(0)).toEqual([received(128)]);
  await take('a'.repeat(65_536));
  expect(socket.sent.splice(0)).toEqual([received(129)]);
  near.confirmNew();
  expect(socket.sent).toEqual([]);
  await take('1');
  near.confirmNew();
  near.confirmNew();
  near.confirm();
  expect(socket.sent).toEqual([received(130), received(130)]);
  near.end(undefined);
  await reader;
});

test('[RE3] [RE9] what nobody has read is not confirmed, and reading stops where the window of the other side ends', async () => {
  const { link: near, socket } = link({ highWater: 100, kept: 1_000 });
  near.attach(socket);
  for (let count = 0; count < 200; count += 1) near.take('1');
  near.confirm();
  expect(socket.sent.splice(0)).toEqual([received(0)]);
  expect([socket.isPaused, near.isBusy()]).toEqual([false, false]);
  near.take('a'.repeat(600));
  expect([socket.isPaused, near.isBusy()]).toEqual([true, true]);
  const batch = await near.frames.next();
  expect(batch.value?.length).toBe(201);
  expect([socket.isPaused, near.isBusy(), socket.sent]).toEqual([false, false, [received(201)]]);
});

test('[RE4] [W30] no more than the window is unconfirmed; a longer frame goes alone; the other side is asked', () => {
  const { link: near, socket, events } = link({ kept: 20, highWater: 1_000 });
  near.attach(socket);
  for (const frame of ['a'.repeat(10), 'b'.repeat(10), 'c'.repeat(30), 'd']) near.send(frame);
  expect(socket.sent.splice(0)).toEqual(['a'.repeat(10), 'b'.repeat(10), asking(0)]);
  expect(near.waiting).toBe(31);
  near.take(received(1));
  expect(socket.sent.splice(0)).toEqual([asking(0)]);
  near.take(received(2));
  expect(socket.sent.splice(0)).toEqual(['c'.repeat(30), asking(0)]);
  near.take(received(3));
  expect([socket.sent, near.waiting, events]).toEqual([['d'], 0, ['confirmed', 'confirmed', 'confirmed']]);
});

test('[RE3] [RE4] an answer without news is not asked for again', () => {
  const { link: near, socket } = link({ kept: 20, highWater: 1_000 });
  near.attach(socket);
  for (const frame of ['a'.repeat(20), 'b']) near.send(frame);
  expect(socket.sent.splice(0)).toEqual(['a'.repeat(20), asking(0)]);
  for (let count = 0; count < 3; count += 1) near.take(received(0));
  expect(socket.sent).toEqual([]);
});

test('[RE3] what could not be said for want of room is said when there is room', async () => {
  const { link: near, socket } = link();
  near.attach(socket);
  near.take('1');
  socket.bufferedAmount = 100;
  near.confirm();
  near.confirm();
  expect(socket.sent).toEqual([]);
  socket.bufferedAmount = 0;
  near.drained();
  near.drained();
  expect(socket.sent).toEqual([received(1)]);
});

test('[RE3] what the other side was told when the socket was made is not said again', () => {
  const { link: near, socket } = link();
  near.take('1');
  near.attach(socket);
  near.confirmNew();
  expect(socket.sent).toEqual([]);
});

test.each([['4'], ['-1'], ['1.5'], ['"1"'], ['null'], ['1e300'], ['[1]'], ['{"toString":1}']])(
  '[RE5] a number that cannot be is a violation: %s',
  (count) => {
    const { link: near, socket, events } = link();
    near.attach(socket);
    for (const frame of ['1', '2', '3']) near.send(frame);
    near.take(received(count));
    expect(events).toEqual(['The other side says that it has messages which were not sent.']);
  },
);

test('[RE5] a number that is older than the last one is no harm', () => {
  const { link: near, socket, events } = link();
  near.attach(socket);
  for (const frame of ['1', '2', '3']) near.send(frame);
  near.take(received(3));
  near.take(asking(1));
  expect(events).toEqual(['confirmed', 'asked']);
  expect(near.canContinueAfter(3)).toBe(true);
});

test('[RE7] [W28] to a side that does not count nothing but frames is sent, and nothing is kept', async () => {
  const { link: near, socket } = link({ isCounted: false });
  near.attach(socket);
  near.send('1');
  const notice = received(0);
  for (let count = 0; count < 300; count += 1) near.take(notice);
  near.confirm();
  expect(socket.sent).toEqual(['1']);
  expect([near.canContinueAfter(0), near.canContinueAfter(1)]).toEqual([false, false]);
  // What looks like a notice is a message like any other.
  expect((await near.frames.next()).value?.length).toBe(300);
});

test('[RE7] while it is not known whether the other side counts everything is kept, and dropped if it does not', () => {
  const { link: near, socket, events } = link({ isCounted: undefined });
  near.attach(socket);
  near.send('1');
  near.take('{"jsonrpc":"2.0","method":"$/emend/counted","params":{"connectionId":"c"}}');
  expect(events).toEqual([{ method: '$/emend/counted', params: { connectionId: 'c' } }]);
  expect(near.canContinueAfter(0)).toBe(true);
  near.settle(false);
  expect([near.canContinueAfter(0), near.outbox.size]).toEqual([false, 0]);
});

test('[RE8] [W30] a sender waits from the high-water mark on, with a socket that is full and without a socket', async () => {
  const { link: near, socket } = link({ highWater: 10 });
  expect(near.send('12345')).toBe(undefined);
  const waiting = near.send('67890');
  expect(waiting).toBeInstanceOf(Promise);
  near.attach(socket);
  await waiting;
  socket.bufferedAmount = 10;
  const full = near.send('1');
  expect(full).toBeInstanceOf(Promise);
  near.send('2');
  expect(socket.sent).toEqual(['12345', '67890']);
  socket.bufferedAmount = 9;
  near.drained();
  await full;
  expect(socket.sent).toEqual(['12345', '67890', '1', '2']);
  near.detach();
  near.send('1234567890');
  const away = near.send('1');
  near.end(new Error('It is over.'));
  await expect(away).rejects.toThrow('It is over.');
  await expect(near.send('1')).rejects.toThrow('It is over.');
  await expect(near.frames.next()).rejects.toThrow('It is over.');
});

test('[RE9] reading from a side that does not count stops at the high-water mark', async () => {
  const { link: near, socket } = link({ isCounted: false });
  near.attach(socket);
  near.take('a'.repeat(99));
  expect(socket.isPaused).toBe(true);
  await near.frames.next();
  expect(socket.isPaused).toBe(false);
  // A socket that comes while the reader is behind is not read either.
  near.take('a'.repeat(99));
  near.detach();
  const next = new TestSocket();
  near.attach(next);
  expect(next.isPaused).toBe(true);
});

test('[RE9] a socket that cannot be paused may not bring more than can be kept', () => {
  const { link: near, events } = link({ maxFrameBytes: 1_000, kept: 500 });
  near.attach(new TestSocket('page'));
  for (let count = 0; count < 25; count += 1) near.take('a'.repeat(99));
  expect(events).toEqual([]);
  near.take('a'.repeat(99));
  expect(events).toEqual(['More has come than can be kept unread.']);
});

test('[RE2] [X13] an erased frame counts and is not delivered; a message that is too long is reported in its place', async () => {
  const { link: near, socket } = link({ maxFrameBytes: 100 });
  near.attach(socket);
  expect(near.take('"1"')).toBe(true);
  expect(near.take('{"jsonrpc":"2.0","method":"$/emend/erased"}')).toBe(true);
  near.take('é'.repeat(51));
  expect(near.received).toBe(3);
  const problem = { problem: 'too-long', size: 102, head: 'é'.repeat(51), tail: '' };
  expect(await near.frames.next()).toEqual({ done: false, value: ['"1"', problem] });
});

test('[RE2] frames can be replaced while they are kept, and count as before', () => {
  const { link: near, socket } = link({ kept: 20, highWater: 1_000 });
  near.attach(socket);
  for (const frame of ['"secret 1"', '"other"', '"secret 2"']) near.send(frame);
  expect(near.waiting).toBe(10);
  replaceKept(near.outbox, (frame) => (frame.includes('secret') ? '"nothing to see here"' : undefined));
  near.measure();
  expect(near.waiting).toBe(21);
  near.detach();
  const next = new TestSocket();
  near.attach(next, 0);
  for (const count of [1, 2]) near.take(received(count));
  const sent = next.sent.filter((frame) => !frame.includes('received'));
  expect(sent).toEqual(['"nothing to see here"', '"other"', '"nothing to see here"']);
  expect([near.waiting, near.canContinueAfter(3)]).toEqual([0, true]);
});

test('[RE2] [W28] for a side that does not count a frame that became empty is not sent', () => {
  const { link: near, socket } = link({ isCounted: false });
  for (const frame of ['"secret"', '"other"']) near.send(frame);
  replaceKept(near.outbox, (frame) => (frame.includes('secret') ? '' : undefined));
  near.measure();
  expect(near.waiting).toBe(7);
  near.attach(socket);
  expect(socket.sent).toEqual(['"other"']);
});

test('[RE11] a long message that is still going out is a sign of life', () => {
  const { link: near, socket } = link();
  near.attach(socket);
  const seen = [50, 40, 40, 30, 0, 0].map((amount) => {
    socket.bufferedAmount = amount;
    return near.isBusy();
  });
  expect(seen).toEqual([false, true, false, true, true, false]);
});

test('[RE1] each frame is reported when the socket has it, so that a notice can follow it', () => {
  const socket = new TestSocket();
  const near = frameLink({ highWater: 10, kept: 1_000, maxFrameBytes: 1_000 }, true, {
    notice() {},
    given: (number) => number === 1 && socket.send('"notice"'),
    confirmed() {},
    violated() {},
  });
  near.attach(socket);
  socket.bufferedAmount = 10;
  near.send('"answer"');
  near.send('"later"');
  expect(socket.sent).toEqual([]);
  socket.bufferedAmount = 0;
  near.drained();
  expect(socket.sent).toEqual(['"answer"', '"notice"', '"later"']);
});
