import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { scrollTopFor, seenRows, spacerHeight } from './virtual-rows.ts';

const numRuns = counts({ short: 300, long: 20_000 });
const geometries = fc.record({
  total: fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 100_000_000 })),
  rowHeight: fc.integer({ min: 10, max: 60 }),
  viewport: fc.integer({ min: 60, max: 3_000 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('[IP56] what is seen at any place is in the page, and no more than that', () => {
  fc.assert(
    fc.property(geometries, share, (geometry, part) => {
      const { total, rowHeight, viewport } = geometry;
      const height = spacerHeight(geometry);
      expect(height).toBeLessThanOrEqual(15_000_000);
      const scrollTop = part * Math.max(0, height - viewport);
      const { start, end, origin } = seenRows(geometry, scrollTop);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(total);
      expect(end - start).toBeLessThanOrEqual(viewport / rowHeight + 2);
      // The row that is drawn first begins at or above the upper edge, the last one ends at or below the lower one.
      const slack = 0.01 + total * rowHeight * 1e-12;
      if (total > 0) expect(origin + start * rowHeight).toBeLessThanOrEqual(scrollTop + slack);
      if (end < total) expect(origin + end * rowHeight).toBeGreaterThanOrEqual(scrollTop + viewport - slack);
      // The ends of the list are at the ends of the scroll bar.
      if (part === 1 && total * rowHeight > viewport) expect(end).toBe(total);
    }),
    { numRuns },
  );
});

test('[IP56] any row can be scrolled to, and one that is seen stays where it is', () => {
  fc.assert(
    fc.property(geometries, share, share, (geometry, part, place) => {
      const { total, rowHeight, viewport } = geometry;
      fc.pre(total > 0);
      const furthest = Math.max(0, spacerHeight(geometry) - viewport);
      const row = Math.min(total - 1, Math.floor(place * total));
      const wanted = scrollTopFor(geometry, part * furthest, row);
      expect(wanted).toBeGreaterThanOrEqual(0);
      const scrollTop = Math.min(wanted, furthest);
      const { start, end, origin } = seenRows(geometry, scrollTop);
      expect(start).toBeLessThanOrEqual(row);
      expect(end).toBeGreaterThan(row);
      const top = origin + row * rowHeight;
      const slack = 0.01 + total * rowHeight * 1e-11;
      expect(top).toBeGreaterThanOrEqual(scrollTop - slack);
      expect(top + rowHeight).toBeLessThanOrEqual(scrollTop + viewport + slack);
      expect(Math.abs(scrollTopFor(geometry, scrollTop, row) - scrollTop)).toBeLessThanOrEqual(slack);
    }),
    { numRuns },
  );
});

test('[IP56] a short list is not scaled', () => {
  const geometry = { total: 1_000, rowHeight: 24, viewport: 240 };
  expect([
    spacerHeight(geometry),
    seenRows(geometry, 0),
    seenRows(geometry, 100),
    scrollTopFor(geometry, 100, 5),
    scrollTopFor(geometry, 100, 14),
    scrollTopFor(geometry, 100, 2),
    scrollTopFor(geometry, 100, 500),
    scrollTopFor(geometry, 9_000, 0),
  ]).toEqual([24_000, { start: 0, end: 10, origin: 0 }, { start: 4, end: 15, origin: 0 }, 100, 120, 48, 11_892, 0]);
});
