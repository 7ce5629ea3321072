import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleForBrowser } from './support/browser.ts';

const connect = "export { connect } from './packages/acp/src/index.ts';";
const both = "export { connect, remote } from './packages/acp/src/index.ts';";

async function sizeOf(entry: string): Promise<number> {
  const code = await bundleForBrowser(entry, { minify: true });
  return gzipSync(code, { level: 9 }).length;
}

test('a page that can connect gets both remote transports for at most 8,800 bytes more, gzipped', async () => {
  const [without, withBoth] = await Promise.all([sizeOf(connect), sizeOf(both)]);
  const added = withBoth - without;
  // Much less would mean that one of them was left out.
  expect(added).toBeGreaterThan(2 * 1024);
  expect(added).toBeLessThanOrEqual(8_800);
});
