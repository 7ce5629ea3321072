import { expect, test } from 'vitest';
import type { Curve } from './curves.ts';
import type { Outcome } from './harness.ts';
import { performancePage } from './page.ts';
import { plotOf } from './plot.ts';

function outcome(name: string, better: 'higher' | 'lower', figures: Record<string, number>): Outcome {
  const all = Object.entries(figures).map(([who, median]) => [who, { median, spread: 0.1 }]);
  return { measure: { name, unit: 'u', better, contestants: {} }, figures: Object.fromEntries(all) };
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

test('the page tells where we lose, whichever way is better, and what is a tie', () => {
  const page = performancePage({
    outcomes: {
      one: [outcome('speed', 'higher', { ours: 50, fast: 100, slow: 10, tied: 52 })],
      two: [outcome('time', 'lower', { ours: 20, fast: 10 }), outcome('alone', 'lower', { ours: 1 })],
    },
    curves: [curve],
    versions: { sdk: '1.2.3' },
    isQuick: true,
  });
  const lost = page.slice(page.indexOf('## Where we lose'), page.indexOf('## Figures')).trim().split('\n').slice(2);
  expect(lost).toEqual(['- one, speed (u): fast is 2.00 times better.', '- two, time (u): fast is 2.00 times better.']);
  expect(page).toMatch(/^\| one +\| speed \(u\) +\| 50\.0 ± 5 % +\| fast: 100 +\| 0\.5x +\| +\|$/m);
  expect(page).toMatch(/^\| +\| +\| +\| slow: 10\.0 +\| 5\.00x/m);
  expect(page).toMatch(/^\| two +\| alone \(u\) +\| 1\.00 ± 5 % +\| +\| +\| +\|$/m);
  expect(page).toContain('![Cost < all](performance/cost.svg)');
  expect(page).toContain('sdk 1.2.3');
  expect(page).toContain('small counts');
});

test('a plot has a line a contestant, with its points where they belong', () => {
  const svg = plotOf(curve);
  expect(svg).toContain('Cost &lt; all');
  // The powers of ten from 100 to 1,000 across, and from 10 to 1,000 upwards.
  expect(svg).toContain('<polyline points="84.0,308.0 490.0,308.0"');
  expect(svg).toContain('<polyline points="84.0,308.0 490.0,40.0"');
  expect(svg.match(/<circle /g)?.length).toBe(4);
});
