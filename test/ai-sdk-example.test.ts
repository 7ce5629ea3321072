import { type ChildProcess, spawn } from 'node:child_process';
import { connect, memoryPair, serve } from '@emend/acp';
import { foldedSession } from '@emend/acp/session';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteAgent } from '../examples/ai-sdk-agent/agent.ts';
import { buildExamples } from './support/build.ts';
import { startChromium } from './support/chromium.ts';
import { counts } from './support/counts.ts';
import { exampleFile } from './support/example-programs.ts';
import { openPage, rowsOf, send } from './support/web-agent.ts';

test('the agent of the example asks, notes, and corrects what it said first', async () => {
  const [here, there] = memoryPair();
  serve(noteAgent(0), there);
  const asked: string[] = [];
  const client = await connect(here, {
    requestPermission: ({ title }) => {
      asked.push(title);
      return 'allow';
    },
  });
  const session = await client.newSession({ cwd: '/' });
  expect(await session.prompt('Buy milk')).toEqual({ stopReason: 'end_turn' });
  const { messages, toolCalls } = foldedSession(session.state);
  const said = messages.map(({ content }) => content.map((block) => ('text' in block ? block.text : '')).join(''));
  expect([asked, said, toolCalls.map(({ title, status, rawOutput }) => [title, status, rawOutput])]).toEqual([
    ['Note “Buy milk”'],
    ['Buy milk', 'The model has answered, and there are 1 notes.', 'I will note that.', 'That is all I can do.'],
    [['Note “Buy milk”', 'completed', 'Note 1: Buy milk']],
  ]);
  await client.close();
});

// A browser takes its time: in the long run only.
const isLong = counts({ short: 0, long: 1 }) === 1;
const started = isLong ? await startChromium() : 'the run is a short one';
const browser = typeof started === 'string' ? undefined : started;
if (isLong && typeof started === 'string') process.stderr.write(`Tests in a browser are skipped: ${started}\n`);

function inBrowser(browser: Browser): void {
  let server: ChildProcess;
  let url = '';

  beforeAll(async () => {
    buildExamples();
    server = spawn(process.execPath, [exampleFile('ai-sdk-agent/server')], {
      env: { ...process.env, NOTE_AGENT_PAUSE: '30' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    url = await new Promise((resolve) => server.stdout?.once('data', (bytes) => resolve(String(bytes).trim())));
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await Promise.all([ended, browser.close()]);
  });

  const statusOf = (page: Page) => page.getByRole('status').textContent();
  const open = (by: string) => openPage(browser, url.replace('#', `?by=${by}#`));

  test.each(['stream', 'store'])('shows a correction, asks and can be stopped, by the %s', async (by) => {
    const page = await open(by);
    await send(page, 'Buy milk');
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    const first = ['user: Buy milk', 'assistant: The model is thinking …', 'assistant: I will note that.'];
    expect(await rowsOf(page)).toEqual([...first, 'Note “Buy milk” AllowReject']);
    await page.getByRole('button', { name: 'Reject' }).click();
    await expect.poll(() => statusOf(page)).toBe('ready');
    await expect
      .poll(() => rowsOf(page))
      .toEqual([
        first[0],
        expect.stringMatching(/^assistant: The model has answered, and there are \d notes\.$/),
        first[2],
        'Note “Buy milk” Not allowed.',
        'assistant: That is all I can do.',
      ]);
    await send(page, 'Count');
    await page.getByText('assistant: 1 2 3').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => statusOf(page)).toBe('ready');
    expect((await rowsOf(page)).at(-1)).not.toContain('10000');
  });
}

if (browser !== undefined) describe('the page of the example', () => inBrowser(browser));
