import { join } from 'node:path';
import type { Event } from '@ag-ui/core';
import { EventSchemas } from '@ag-ui/core/schemas';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { buildExamples } from './support/build.ts';
import { startChromium } from './support/chromium.ts';
import { counts } from './support/counts.ts';
import { exampleFile, runToEnd } from './support/example-programs.ts';
import { startPageServer } from './support/page-server.ts';
import { root } from './support/repository.ts';
import { openPage } from './support/web-agent.ts';

test('ag-ui-events prints a turn in which the agent takes something back', async () => {
  buildExamples();
  const agent = [process.execPath, exampleFile('guarded-agent')];
  const { status, stdout } = await runToEnd(exampleFile('ag-ui-events'), ['What is my key?', ...agent]);
  const events: Event[] = stdout
    .trim()
    .split('\n')
    .map((line) => EventSchemas.parse(JSON.parse(line)) as Event);
  expect(status).toBe(0);
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['TEXT_MESSAGE_CONTENT', 'MESSAGES_SNAPSHOT']));
  expect([events[0]?.type, events.at(-1)]).toMatchObject([
    'RUN_STARTED',
    { type: 'RUN_FINISHED', outcome: { type: 'success' } },
  ]);
});

const isLong = counts({ short: 0, long: 1 }) === 1;
const started = isLong ? await startChromium() : 'Only the long run opens the page.';
const browser = typeof started === 'string' ? undefined : started;
afterAll(() => browser?.close());

test.runIf(browser !== undefined)(
  'the page with assistant-ui shows a correction, an approval, a form and a cancel',
  async () => {
    if (browser === undefined) return;
    buildExamples();
    const { outputFiles } = await build({
      entryPoints: [join(root, 'examples/assistant-ui/page.tsx')],
      bundle: true,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      write: false,
    });
    // The script of the page waits for what it connects to, which only a module may.
    const script = `const script = document.createElement('script');
    script.type = 'module';
    script.textContent = ${JSON.stringify(outputFiles[0]?.text)};
    addEventListener('load', () => document.body.append(script));`;
    const { origin } = await startPageServer(script);
    const page = await openPage(browser, origin);
    const shown = () => page.locator('article').allInnerTexts();
    const ask = async (prompt: string) => {
      await page.getByLabel('Prompt').fill(prompt);
      await page.getByRole('button', { name: 'Send' }).click();
    };

    const last = async () => (await shown()).at(-1) ?? '';

    await ask('key');
    await expect.poll(last).toContain('Your key is 1234.');
    await page.getByRole('button', { name: 'Hide it' }).click();
    await expect.poll(last).toMatch(/^Your key is \[redacted\]\.\s*Hide the key: completed$/);
    expect(await page.locator('main').textContent()).not.toContain('1234');

    await ask('write');
    await page.getByRole('button', { name: 'Write it' }).click();
    await expect.poll(last).toMatch(/Write notes\.md: completed\s*It is written\./);

    await ask('greet');
    await page.getByLabel('Name').fill('Ann');
    await page.getByRole('button', { name: 'Answer' }).click();
    await expect.poll(last).toBe('Hello, Ann.');
    expect(await page.getByRole('form').count()).toBe(0);

    await ask('wait');
    await expect.poll(last).toContain('I work until you stop me.');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    expect(await last()).toBe('I work until you stop me.');
  },
);
