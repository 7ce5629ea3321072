import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { FaultProxy } from '../soak/fault-proxy.ts';
import { buildExamples } from './support/build.ts';
import { startChromium } from './support/chromium.ts';
import { freePort, openPage, rowsOf, send, startWebAgent } from './support/web-agent.ts';

const started = await startChromium();
if (typeof started === 'string') process.stderr.write(`Tests in a browser are skipped: ${started}\n`);
const browser = typeof started === 'string' ? undefined : started;

afterAll(() => browser?.close());

/** The rows of a turn, whose words are said once and in order. */
const asked = (line: string) => [
  line,
  `I will put “${line}” into the opening hours. First I read what is there.`,
  'Read the opening hours, completed Add the new line, in progress',
  'Read opening-hours.md completed',
];
const change = (line: string, status: string) =>
  `Change opening-hours.md ${status} /shop/opening-hours.md +1 −0 # Opening hours Monday to Friday: 9:00 to 18:00 Saturday: 10:00 to 16:00 ${line}`;
const question =
  'May I change the opening hours? Visitors of the shop’s page see it at once. Change it Leave it as it is';
const done = (line: string) => [
  ...asked(line).with(2, 'Read the opening hours, completed Add the new line, completed'),
  change(line, 'completed'),
  'Done. The opening hours have 5 lines now, and the last one is yours.',
];

describe.runIf(browser !== undefined)('the page of the example', () => {
  beforeAll(() => buildExamples());
  if (browser === undefined) return;

  test.each(['WebSocket', 'HTTP'])('shows a conversation by %s, asks, and comes back to it', async (carrier) => {
    const { url } = await startWebAgent();
    const page = await openPage(browser, url.replace('#', carrier === 'HTTP' ? '?carrier=http#' : '#'));
    const status = page.getByRole('status', { name: 'Connection' });
    await expect.poll(() => status.innerText()).toBe(`Connected by ${carrier}`);
    expect(page.url()).not.toContain('token');

    await send(page, 'Sunday: closed');
    await page.getByRole('region', { name: 'Permission request' }).waitFor();
    expect(await rowsOf(page)).toEqual([...asked('Sunday: closed'), change('Sunday: closed', 'pending'), question]);
    await page.getByRole('button', { name: 'Change it' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(done('Sunday: closed'));

    await page.reload();
    await expect.poll(() => rowsOf(page)).toEqual(done('Sunday: closed'));
    await send(page, 'Monday: closed');
    await page.getByRole('button', { name: 'Change it' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(async () => (await rowsOf(page)).at(-1)).toContain('Change opening-hours.md cancelled');
    await expect.poll(() => page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  });
});
