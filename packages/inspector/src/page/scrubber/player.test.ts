import { expect, test } from 'vitest';
import { Player } from './player.ts';

/** A recording whose frame `n` was at `times[n - 1]`. */
function player(speed: 1 | 4 | 16 | 'max', frame: number, times: readonly (number | null)[]) {
  const asked: [number, number][] = [];
  const made = new Player(speed, frame, (start, end) => {
    asked.push([start, end]);
    return Promise.resolve(times.slice(start - 1, end - 1));
  });
  return { made, asked };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function playAll(made: Player, frames: number, step: number): Promise<number[]> {
  const shown: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    shown.push(made.advance(step, frames));
    await settled();
  }
  return shown;
}

test('[IP55] frames come at their times', async () => {
  const { made, asked } = player(1, 0, [0, 100, 150, 1_000]);
  expect(await playAll(made, 4, 50)).toEqual([1, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
  expect(asked).toEqual([[1, 1_001]]);
});

test('[IP55] a long pause is a second on the screen, at any speed', async () => {
  const hour = 3_600_000;
  const { made } = player(4, 1, [0, hour, hour + 4_000]);
  expect(await playAll(made, 3, 500)).toEqual([1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3]);
});

test('[IP55] frames without times follow each other, faster with the speed', async () => {
  const { made } = player(4, 1, [null, null, null, null]);
  expect(await playAll(made, 4, 25)).toEqual([1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
});

test('[IP55] times go on to be asked for, and times that go back cost nothing', async () => {
  const times = Array.from({ length: 1_500 }, (_, index) => (index === 3 ? 0 : index));
  const { made, asked } = player(16, 1, times);
  let shown = 1;
  for (let index = 0; index < 40; index += 1) {
    shown = made.advance(10, 1_500);
    await settled();
  }
  expect([shown, asked]).toEqual([
    1_500,
    [
      [1, 1_001],
      [1_000, 2_000],
    ],
  ]);
});

test('[IP55] the full speed takes some six hundred steps for a long recording, and one frame a step for a short one', () => {
  const long = player('max', 0, []).made;
  expect([long.advance(16, 60_000), long.advance(16, 60_000)]).toEqual([100, 200]);
  const short = player('max', 9, []).made;
  expect([short.advance(16, 10), short.advance(16, 10)]).toEqual([10, 10]);
});
