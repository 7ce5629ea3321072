import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { isSecretName, redaction } from '@emend/acp/recording';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPage } from '../../../../test/support/build.ts';
import { startChromium } from '../../../../test/support/chromium.ts';
import { base64Parts } from './base64-parts.ts';
import { ExportTooLarge, exportPage } from './export-page.ts';
import { inlineScript } from './page-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-export-'));
const file = join(folder, 'page.html');
const secret = 'hunter22-long';

const entry = (at: number, from: string, fields: object) => `${JSON.stringify({ at, from, ...fields })}\n`;
const rpc = (fields: object) => ({ message: { jsonrpc: '2.0', ...fields } });
const text = (value: string) => ({ type: 'text', text: value });
const update = (fields: object) => rpc({ method: 'session/update', params: { sessionId: 's', update: fields } });
const hostile = '</script><script>document.title="taken"</script><img src=x onerror="document.title=1"><!--';

/** A session with an agent of v1 that asks for a file, says a secret in two pieces, and markup. */
const recording = [
  entry(0, 'client', rpc({ id: 0, method: 'initialize', params: { protocolVersion: 1 } })),
  entry(5, 'agent', rpc({ id: 0, result: { protocolVersion: 1, agentCapabilities: {} } })),
  entry(
    6,
    'client',
    rpc({
      id: 1,
      method: 'session/new',
      params: {
        cwd: '/',
        mcpServers: [{ name: 'm', command: 'm', args: [], env: [{ name: 'API_TOKEN', value: 'topsecret' }] }],
      },
    }),
  ),
  entry(7, 'agent', rpc({ id: 1, result: { sessionId: 's' } })),
  entry(10, 'client', rpc({ id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [text('Hi')] } })),
  entry(30, 'agent', update({ sessionUpdate: 'agent_message_chunk', content: text('Good morning, hunter') })),
  entry(31, 'agent', update({ sessionUpdate: 'agent_message_chunk', content: text(`22-long. ${hostile}`) })),
  entry(35, 'agent', rpc({ id: 9, method: 'fs/read_text_file', params: { sessionId: 's', path: '/a' } })),
  entry(36, 'client', rpc({ id: 9, result: { content: 'x' } })),
  entry(40, 'agent', rpc({ id: 2, result: { stopReason: 'end_turn' } })),
];

async function* bytesOf(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function collected(parts: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const part of parts) all += part;
  return all;
}

/** The recording in a page. */
function recordingIn(page: string): string {
  const parts = [...page.matchAll(/<script type="text\/plain" class="recording">([^<]*)<\/script>/g)];
  return gunzipSync(Buffer.concat(parts.map(([, base64]) => Buffer.from(base64 ?? '', 'base64')))).toString('utf8');
}

const started = await startChromium();
if (typeof started === 'string') process.stderr.write(`Tests in a browser are skipped: ${started}\n`);
const browser = typeof started === 'string' ? undefined : started;
let page: Page;
const heard: string[] = [];

beforeAll(async () => {
  buildPage();
  const redact = redaction([], [secret], isSecretName);
  const exported = await exportPage(bytesOf(...recording), { name: 'a <b>"quoted".ndjson', redact });
  writeFileSync(file, await collected(exported.parts));
  expect(exported.masked()).toBe(2);
  if (browser === undefined) return;
  page = await browser.newPage({ viewport: { width: 1300, height: 800 } });
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) heard.push(`request to ${request.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.log(`violation of ${violatedDirective} by ${blockedURI}`);
    });
  });
  await page.goto(pathToFileURL(file).href);
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const conversation = () => page.getByRole('region', { name: 'Conversation' });

describe.runIf(browser !== undefined)('the exported page in a browser', () => {
  test('[IP100] a page from disk shows its recording at any frame, without a server', async () => {
    await expect.poll(() => page.getByRole('grid', { name: 'Frames' }).getByRole('row').count()).toBeGreaterThan(5);
    await expect.poll(() => conversation().textContent()).toContain('Good morning, [redacted]');
    const slider = page.getByRole('slider', { name: 'Frame' });
    await slider.focus();
    await slider.press('Home');
    await expect.poll(() => conversation().textContent()).not.toContain('Good morning');
    await slider.press('End');
    await expect.poll(() => conversation().textContent()).toContain('Good morning, [redacted]');
    expect(await page.title()).toContain('a <b>"quoted".ndjson');
  });

  test('[IP101] the Bridge view of a recording of v1 shows what a bridge loses, and where', async () => {
    await page.getByRole('tab', { name: 'Bridge' }).click();
    const bridge = page.getByRole('region', { name: 'Bridge' });
    await bridge.getByRole('combobox', { name: 'Other side' }).selectOption('june');
    await expect.poll(() => bridge.getByRole('status', { name: 'Losses' }).textContent()).toMatch(/^[1-9]\d* loss/);
    await bridge.getByRole('list', { name: 'Rules' }).getByRole('button', { name: 'client-method' }).click();
    const detail = bridge.getByRole('group', { name: 'Both sides of the message' });
    await expect.poll(() => detail.textContent()).toContain('fs/read_text_file');
    expect(await detail.getByRole('list', { name: 'Losses and repairs' }).textContent()).toContain('client-method');
    await bridge.getByRole('button', { name: 'Only losses and repairs' }).click();
    const rows = bridge.getByRole('grid', { name: 'Both sides' }).getByRole('row');
    await expect.poll(() => rows.count()).toBeLessThan(recording.length);
  });

  test('[IP102] the Time view says in words what its pictures show', async () => {
    await page.getByRole('tab', { name: 'Time' }).click();
    const time = page.getByRole('region', { name: 'Time' });
    const cells = (name: string) =>
      time
        .getByRole('table', { name })
        .getByRole('row')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(' | ')));
    await expect.poll(() => cells('Requests')).toContain('session/prompt | 5 | client | 0.010 | 30 ms | ');
    expect(await cells('Methods')).toContain('fs/read_text_file | 1 | 1 ms | 1 ms | 0');
    expect(await cells('Time to first word')).toContain('frame 5 | 20 ms | ');
    expect(await time.getByRole('img', { name: /^Updates: / }).getAttribute('aria-label')).toMatch(/a second/);
  });

  test('[IP103] downloads of an exported page have safe names', async () => {
    await page.getByRole('button', { name: 'Download' }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toHaveLength(3);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Conversation as Markdown' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^a-b-quoted-frame-\d+-s\.md$/);
    const saved = join(folder, 'saved.md');
    await download.saveAs(saved);
    expect(readFileSync(saved, 'utf8')).toContain('## Agent\n\n> Good morning, \\[redacted]');
  });

  test('[IP100] nothing was loaded, blocked or run that is not in the page', () => {
    expect(heard).toEqual([]);
  });
});

test('[IP104] the page has no secret, and every frame; raw, it has the recording as it is', async () => {
  const html = readFileSync(file, 'utf8');
  const masked = recordingIn(html);
  expect(masked).not.toMatch(/hunter22|topsecret|22-long/);
  expect(masked.split('\n')).toHaveLength(recording.length + 1);
  expect(html).not.toContain('document.title="taken"');
  const raw = await exportPage(bytesOf(recording.join('').slice(0, 1000), recording.join('').slice(1000)), {
    name: 'r',
  });
  expect([recordingIn(await collected(raw.parts)), raw.masked()]).toEqual([recording.join(''), 0]);
});

test('[IP100] code in a page cannot end its element, and parts of a recording fit together', async () => {
  expect(inlineScript('a="<!--<script></SCRIPT>"\r\n')).toBe('a="\\x3c!--\\x3cscript>\\x3c/SCRIPT>"\n');
  const bytes = Buffer.from(Array.from({ length: 2_000_003 }, (_, index) => (index * 7919) % 256));
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += 300_001) yield bytes.subarray(start, start + 300_001);
  }
  const parts: string[] = [];
  for await (const part of base64Parts(chunks())) parts.push(part);
  expect(parts.length).toBe(3);
  expect(Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))).equals(bytes)).toBe(true);
});

test('[IP105] a recording that is too large is refused, masked or not', async () => {
  for (const redact of [redaction([], []), undefined]) {
    const options = { name: 'r', largest: 3 * 1024 * 1024, ...(redact && { redact }) };
    const fits = await exportPage(bytesOf(' '.repeat(3 * 1024 * 1024)), options);
    expect(recordingIn(await collected(fits.parts)).trim()).toBe('');
    const exported = await exportPage(bytesOf(' '.repeat(3 * 1024 * 1024), '1'), options);
    await expect(collected(exported.parts)).rejects.toThrow(
      new ExportTooLarge('The recording has more than 3 MB, which is too much for one page.'),
    );
  }
});
