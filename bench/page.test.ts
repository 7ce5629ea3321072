import { expect, test } from 'vitest';
import type { Curve } from './curves.ts';
import { atLeastTimes, atMost, type Goal } from './goals.ts';
import type { Outcome } from './harness.ts';
import { performancePage } from './page.ts';
import { plotOf } from './plot.ts';

function outcome(
  name: string,
  better: 'higher' | 'lower',
  figures: Record<string, number>,
  goal?: Goal | string,
): Outcome {
  const all = Object.entries(figures).map(([who, median]) => [who, { median, spread: 0.1 }]);
  const wanted = goal === undefined ? {} : { goal };
  return { measure: { name, unit: 'u', better, ...wanted }, figures: Object.fromEntries(all) };
}

const curve: Curve = {
  name: 'cost',
  title: 'Cost < all',
  across: 'size',
  unit: 'ns',
  lines: {
    ours: [
      [100, 10],
      [1_000, 10],
    ],
    peer: [
      [100, 10],
      [1_000, 1_000],
    ],
  },
};

test('the page tells what was reached and where we lose, whichever way is better; a tie is no loss, and a floor is none', () => {
  const page = performancePage({
    benches: [
      {
        name: 'one',
        about: 'How fast.',
        measured: 'today',
        outcomes: [
          outcome('speed', 'higher', { ours: 50, fast: 100, slow: 10, tied: 52 }, atLeastTimes(0.5, 'fast')),
          outcome('work', 'lower', { ours: 10, 'JSON.parse': 5 }, atMost(9, ' u')),
        ],
      },
      {
        name: 'two',
        about: 'How long.',
        measured: 'yesterday',
        outcomes: [outcome('time', 'lower', { ours: 20, fast: 10 }), outcome('alone', 'lower', { ours: 1 }, 'little')],
      },
    ],
    curves: [curve],
    circumstances: ['today', 'sdk 1.2.3'],
  });
  expect(page.slice(page.indexOf('- today'))).toBe(
    [
      '- today',
      '- sdk 1.2.3',
      '',
      '## Goals',
      '',
      '1 of 2 goals were reached. Missed:',
      '',
      '- one, work (u): at most 9 u; ours 10.0, JSON.parse 5.00.',
      '',
      '## Where Emend is slower',
      '',
      '- one, speed (u): fast is 2.00 times better.',
      '- two, time (u): fast is 2.00 times better.',
      '',
      'Floors do less work than Emend, such as a bare loop of `JSON.parse`, or are Emend itself at the beginning of a session. The distance to them:',
      '',
      '- one, work (u): JSON.parse is 2.00 times better.',
      '',
      '## Figures',
      '',
      '### one',
      '',
      'How fast.',
      '',
      'Measured today.',
      '',
      '| measure   | ours       | peer             | factor | goal                             |',
      '| --------- | ---------- | ---------------- | ------ | -------------------------------- |',
      '| speed (u) | 50.0 ± 5 % | fast: 100        | 0.5x   | reached: at least 0.5 times fast |',
      '|           |            | slow: 10.0       | 5.00x  |                                  |',
      '|           |            | tied: 52.0       | 0.962x |                                  |',
      '| work (u)  | 10.0 ± 5 % | JSON.parse: 5.00 | 0.5x   | **missed**: at most 9 u          |',
      '',
      '### two',
      '',
      'How long.',
      '',
      'Measured yesterday.',
      '',
      '| measure   | ours       | peer       | factor | goal   |',
      '| --------- | ---------- | ---------- | ------ | ------ |',
      '| time (u)  | 20.0 ± 5 % | fast: 10.0 | 0.5x   |        |',
      '| alone (u) | 1.00 ± 5 % |            |        | little |',
      '',
      '## Curves',
      '',
      '![Cost < all](performance/cost.svg)',
      '',
    ].join('\n'),
  );
});

test('a page without judged goals says so, and one without losses too', () => {
  const page = performancePage({
    benches: [
      {
        name: 'one',
        about: 'All.',
        measured: 'today',
        outcomes: [outcome('time', 'lower', { ours: 1, slow: 2 }, 'little')],
      },
    ],
    curves: [],
    circumstances: [],
  });
  expect(page).toContain('## Goals\n\nNone was judged: ');
  expect(page).toContain('## Where Emend is slower\n\nNowhere, compared with alternatives that do the same work.');
  expect(page).toContain('\n- None is better.\n');
});

test('a plot has a line a contestant, with its points where they belong', () => {
  const svg = plotOf(curve);
  expect(svg).toContain('Cost &lt; all');
  // The powers of ten from 100 to 1,000 across, and from 10 to 1,000 upwards.
  expect(svg).toContain('<polyline points="84.0,308.0 490.0,308.0"');
  expect(svg).toContain('<polyline points="84.0,308.0 490.0,40.0"');
  expect(svg.match(/<circle /g)?.length).toBe(4);
});

test('names of lines that end at the same place stand below each other', () => {
  const svg = plotOf({ ...curve, lines: { one: [[100, 10]], two: [[100, 10]], three: [[100, 100]] } });
  const heights = [...svg.matchAll(/y="([\d.]+)" fill="#\w+">(one|two|three)</g)].map(([, y, name]) => [
    name,
    Number(y),
  ]);
  expect(heights).toEqual([
    ['one', 312],
    ['two', 327],
    ['three', 44],
  ]);
});
