import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleForBrowser } from './support/browser.ts';

const connect = "export { connect } from './packages/acp/src/index.ts';";
const remote = "export { remote } from './packages/acp/src/remote/client/remote.ts';";

async function sizeOf(entry: string): Promise<number> {
  const code = await bundleForBrowser(entry, { minify: true });
  return gzipSync(code, { level: 9 }).length;
}

test('[W60] a page that can connect gets both remote transports for at most 4 KB more, gzipped', async () => {
  const [without, both] = await Promise.all([sizeOf(connect), sizeOf(`${connect}${remote}`)]);
  expect(both - without).toBeLessThanOrEqual(4 * 1024);
  // Less would mean that one of them was left out.
  expect(both - without).toBeGreaterThan(1024);
});
