import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

async function gzippedBytes(code: string): Promise<number> {
  const result = await build({
    stdin: { contents: code, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return gzipSync(result.outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
}

test('the session/update decoder of v2 is at most 8 KB gzipped', async () => {
  const size = await gzippedBytes(`export { decodeSessionNotification } from './june/index.ts';`);
  const whole = await gzippedBytes(`export { methods } from './june/index.ts';`);
  process.stderr.write(`bundle, gzipped: session/update decoder ${size} bytes, every method of v2 ${whole} bytes\n`);
  expect(size).toBeLessThanOrEqual(8 * 1024);
  // The measure would be worthless if nothing were dropped, or everything.
  expect(size).toBeGreaterThan(1024);
  expect(whole).toBeGreaterThan(size);
});
