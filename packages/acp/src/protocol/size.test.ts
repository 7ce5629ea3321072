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

test('the session/update decoder of June is at most 5 KB gzipped', async () => {
  const size = await gzippedBytes(`export { SessionNotification } from './june/index.ts';`);
  const whole = await gzippedBytes(`export { methods } from './june/index.ts';`);
  process.stderr.write(`bundle, gzipped: session/update decoder ${size} bytes, every method of June ${whole} bytes\n`);
  expect(size).toBeLessThanOrEqual(5 * 1024);
  // The measure would be worthless if nothing were dropped, or everything.
  expect(size).toBeGreaterThan(1024);
  expect(whole).toBeGreaterThan(size);
});
