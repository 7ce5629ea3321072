import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleForBrowser } from './support/browser.ts';
import { buildPage } from './support/build.ts';
import { root } from './support/repository.ts';

const connect = "export { connect } from './packages/acp/src/index.ts';";
const both = "export { connect, remote } from './packages/acp/src/index.ts';";

async function sizeOf(entry: string): Promise<number> {
  const code = await bundleForBrowser(entry, { minify: true });
  return gzipSync(code, { level: 9 }).length;
}

test('a page that can connect gets both remote transports for at most 8,650 bytes more, gzipped', async () => {
  const [without, withBoth] = await Promise.all([sizeOf(connect), sizeOf(both)]);
  const added = withBoth - without;
  // Much less would mean that one of them was left out.
  expect(added).toBeGreaterThan(2 * 1024);
  expect(added).toBeLessThanOrEqual(8_650);
});

test('all scripts of the inspector take at most 170 KB, gzipped', () => {
  buildPage();
  const folder = join(root, 'packages/inspector/dist/page');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(scripts).not.toEqual([]);
  const sizes = scripts.map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(170_000);
});
