// npm run pictures: takes the pictures of the inspector in docs/pictures again, in a real browser.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { demoRecording } from './parts/demo-recording.mjs';
import { withPalette } from './parts/palette-png.mjs';
import { ready } from './parts/ready.mjs';
import { cached, within } from './parts/root.mjs';
import { fail, say } from './parts/say.mjs';

await ready('page');
const { build } = await import('esbuild');
const support = cached('launch-chromium.mjs');
await build({
  entryPoints: [within('test/support/launch-chromium.ts')],
  outfile: support,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const { launchChromium } = await import(pathToFileURL(support).href);
const { chromium } = await import('playwright-core');
const { exportPage } = await import(pathToFileURL(within('packages/inspector/dist/index.js')).href);

/** Returns the number of the last frame that a test finds; frames are counted from 1. */
const lastFrame = (lines, test) => lines.findLastIndex((line) => test(JSON.parse(line).message)) + 1;

async function* bytesOf(lines) {
  yield Buffer.from(`${lines.join('\n')}\n`);
}

/** Writes a page with a recording, and returns its address. */
async function pageOf(folder, name, lines) {
  const { parts } = await exportPage(bytesOf(lines), { name: `${name}.ndjson` });
  let page = '';
  for await (const part of parts) page += part;
  const file = join(folder, `${name}.html`);
  writeFileSync(file, page);
  return pathToFileURL(file).href;
}

const folder = mkdtempSync(join(tmpdir(), 'emend-pictures-'));
const server = await launchChromium();
if (typeof server === 'string') fail(server);
const browser = await chromium.connect(server.wsEndpoint());
try {
  const [tour, old] = [await demoRecording('november'), await demoRecording('1')];
  const [tourPage, oldPage] = [await pageOf(folder, 'tour', tour), await pageOf(folder, 'tour-v1', old)];
  const hasDiff = (message) => JSON.stringify(message).includes('"diff"');
  const pictures = [
    ['inspector', `${tourPage}#frame=${lastFrame(tour, hasDiff)}`],
    ['bridge', `${oldPage}#view=bridge&frame=2`],
    ['time', `${tourPage}#view=time&frame=${Math.round(tour.length / 2)}`],
  ];
  mkdirSync(within('docs/pictures'), { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } });
    for (const [name, address] of pictures) {
      const page = await context.newPage();
      await page.goto(address);
      await page.locator('.frame-line, .bridge-line, .waterfall tbody tr').first().waitFor();
      // What is asked for after the first rows: the frame, the conversation, the problems.
      await page.waitForLoadState('load');
      await page.waitForTimeout(1_000);
      const picture = withPalette(await page.screenshot());
      const file = `docs/pictures/${name}-${colorScheme}.png`;
      writeFileSync(within(file), picture);
      say(`${file}: ${Math.round(picture.length / 1_000)} KB`);
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
