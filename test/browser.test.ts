import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agent } from '@emend/acp';
import { serveHttp } from '@emend/acp/node';
import { openSqliteLog } from '@emend/sqlite';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { FaultProxy } from '../soak/fault-proxy.ts';
import { bundleForBrowser } from './support/browser.ts';
import { buildExamples } from './support/build.ts';
import { startChromium } from './support/chromium.ts';
import { someOf } from './support/counts.ts';
import { freePort } from './support/free-port.ts';
import { converseIn, opensSocket, startPageServer } from './support/page-server.ts';
import { openPage, type PageOptions, rowsOf, send, startWebAgent, type WebAgent } from './support/web-agent.ts';

const started = await startChromium();
if (typeof started === 'string') process.stderr.write(`Tests in a browser are skipped: ${started}\n`);
const browser = typeof started === 'string' ? undefined : started;

afterAll(() => browser?.close());

/** The rows of a turn, whose words are said once and in order. */
const asked = (line: string) => [
  line,
  `I will put “${line}” into the opening hours. First I read what is there.`,
  'Read the opening hours , completed Add the new line , in progress',
  'Read opening-hours.md completed',
];
const change = (line: string, status: string) =>
  `Change opening-hours.md ${status} /shop/opening-hours.md +1 −0 # Opening hours Monday to Friday: 9:00 to 18:00 Saturday: 10:00 to 16:00 ${line}`;
const question =
  'May I change the opening hours? Visitors of the shop’s page see it at once. Change it Leave it as it is';
const done = (line: string) => [
  ...asked(line).with(2, 'Read the opening hours , completed Add the new line , completed'),
  change(line, 'completed'),
  'Done. The opening hours have 5 lines now, and the last one is yours.',
];

/** How many questions a file has, of all sessions. */
async function questionsIn(file: string): Promise<number> {
  const log = await openSqliteLog(file, { access: 'read' });
  let count = 0;
  for (const { sessionId } of (await log.list()).sessions)
    for await (const batch of log.read(sessionId))
      count += batch.filter(({ event }) => event.type === 'permission_opened').length;
  await log.close();
  return count;
}

describe.runIf(browser !== undefined)('the page of the example', () => {
  if (browser === undefined) return;
  let proxy: FaultProxy;
  let agentHere: WebAgent;

  beforeAll(async () => {
    buildExamples();
    const port = await freePort();
    proxy = await FaultProxy.start(port);
    agentHere = await startWebAgent({ port, address: `http://127.0.0.1:${proxy.port}` });
  });

  afterAll(async () => {
    expect(await agentHere.end('SIGTERM')).toBe(0);
    await proxy.close();
  });

  /** Opens the page through the proxy. */
  async function open(carrier: string, options: PageOptions = {}) {
    const address = agentHere.url.replace(/:\d+/, `:${proxy.port}`);
    const url = address.replace('#', carrier === 'HTTP' ? '?carrier=http#' : '#');
    const page = await openPage(browser as Browser, url, options);
    const status = page.getByRole('status', { name: 'Connection' });
    await expect.poll(() => status.textContent()).toBe(`Connected by ${carrier}`);
    return { page, status };
  }

  test.each(someOf(['WebSocket', 'HTTP'], 1))(
    'shows a conversation by %s, asks, and comes back to it',
    async (carrier) => {
      const { page } = await open(carrier);
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
    },
  );

  test.each(someOf(['WebSocket', 'HTTP'], 1))(
    '[W29] says that the network is gone, and has everything once when it is back: %s',
    async (carrier) => {
      const { page, status } = await open(carrier);
      const cut = async () => {
        proxy.setDown(true);
        proxy.strike('reset');
        await expect.poll(() => status.textContent()).toBe('Reconnecting');
        expect(await page.getByRole('alert').textContent()).toContain('The connection is lost.');
      };
      await send(page, 'Sunday: closed');
      await page.getByText('I will put').waitFor();
      await cut();
      proxy.setDown(false);
      await page.getByRole('button', { name: 'Change it' }).waitFor();
      await cut();
      await page.getByRole('button', { name: 'Change it' }).click();
      proxy.setDown(false);
      await expect.poll(() => rowsOf(page)).toEqual(done('Sunday: closed'));
      expect([await status.textContent(), await page.getByRole('alert').count()]).toEqual([
        `Connected by ${carrier}`,
        0,
      ]);
    },
  );

  test.each(someOf(['WebSocket', 'HTTP'], 1))(
    '[W23] notices a network that died without a word, by %s',
    async (carrier) => {
      const { page } = await open(carrier, { hasClock: true });
      await send(page, 'Sunday: closed');
      await page.getByText('I will put').waitFor();
      proxy.strike('stall');
      await page.clock.runFor(90_000);
      await page.getByRole('button', { name: 'Change it' }).click();
      await expect.poll(() => rowsOf(page)).toEqual(done('Sunday: closed'));
    },
  );

  test('[W26] comes back to a server that was killed and started again, and to its session', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'emend-web-agent-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const options = { port: await freePort(), log: join(folder, 'sessions.db') };
    const first = await startWebAgent(options);
    const page = await openPage(browser, first.url);
    const status = page.getByRole('status', { name: 'Connection' });
    await send(page, 'Sunday: closed');
    await page.getByRole('button', { name: 'Change it' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(done('Sunday: closed'));
    await send(page, 'Monday: closed');
    await page.getByRole('button', { name: 'Change it' }).waitFor();
    // What a client sees may not be stored yet.
    await expect.poll(() => questionsIn(options.log)).toBe(2);
    await first.end('SIGKILL');
    await expect.poll(() => status.textContent()).toBe('Reconnecting');
    const second = await startWebAgent(options);
    onTestFinished(() => second.end('SIGKILL').then(() => {}));
    // A browser says so when the network is back; the page then tries again at once.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => status.textContent()).toBe('Connected by WebSocket');
    // The turn that ran has ended with its server.
    await page.getByText('The agent ended before the turn did.').waitFor();
    await send(page, 'Tuesday: closed');
    await page.getByRole('button', { name: 'Leave it as it is' }).click();
    await expect
      .poll(() => rowsOf(page))
      .toEqual([
        ...done('Sunday: closed'),
        ...asked('Monday: closed'),
        change('Sunday: closed Monday: closed', 'failed'),
        ...asked('Tuesday: closed'),
        change('Sunday: closed Tuesday: closed', 'failed'),
        'All right. The opening hours stay as they are.',
      ]);
  });

  test('says that it is not let in, and why', async () => {
    const page = await openPage(browser, agentHere.url.replace(/token=.*/, 'token=wrong'));
    const alert = page.getByRole('alert', { name: 'Disconnected' });
    await expect.poll(() => alert.textContent()).toMatch(/^The connection has ended\..*\(401\).*Connect again$/);
    // The right token takes the place of the wrong one.
    await page.goto('about:blank');
    await page.goto(agentHere.url);
    const status = page.getByRole('status', { name: 'Connection' });
    await expect.poll(() => status.textContent()).toBe('Connected by WebSocket');
  });

  test('is readable from 360 to 1,800 pixels', async () => {
    const { page } = await open('WebSocket');
    await send(page, `Sunday: ${'closed'.repeat(60)}`);
    await page.getByRole('button', { name: 'Change it' }).waitFor();
    for (const width of [360, 700, 1800]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await page.getByRole('button', { name: 'Change it' }).isVisible()).toBe(true);
    }
  });
});

describe.runIf(browser !== undefined)('a page of another origin with the client of the official SDK', () => {
  if (browser === undefined) return;
  const token = 'token-of-the-tests';

  /** An agent that lets pages of one origin in, and a page of that origin. */
  async function startPeers() {
    const script = await bundleForBrowser("export { converse } from './test/support/official-page.ts';");
    const listed = await startPageServer(script);
    const greeting = agent({
      async prompt(turn) {
        const { isAllowed } = await turn.requestPermission({ toolCallId: 'greet', title: 'Greet' });
        await turn.message().append(isAllowed ? `Hello, ${turn.text}.` : 'No.');
      },
    });
    const service = await serveHttp(greeting, { authenticate: token, allowedOrigins: [listed.origin] });
    onTestFinished(() => service.close());
    return { listed, unlisted: await startPageServer(script), url: service.url };
  }

  test.each(['http', 'websocket'] as const)(
    '[W41, W45] has a conversation over %s, and only if it is listed',
    async (carrier) => {
      const { listed, unlisted, url } = await startPeers();
      const page = await openPage(browser, listed.origin);
      expect(await converseIn(page, carrier, url, token)).toEqual([
        'asked: Allow,Reject',
        'agent: Hello, World.',
        'end_turn',
      ]);
      const other = await openPage(browser, unlisted.origin);
      expect(await converseIn(other, carrier, url, token)).toBe('Failed to fetch');
    },
  );

  test('[W45] a ticket opens one WebSocket, and none for a page that is not listed', async () => {
    const { listed, unlisted, url } = await startPeers();
    const newTicket = async () => {
      const answer = await fetch(`${url}/ticket`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      return ((await answer.json()) as { ticket: string }).ticket;
    };
    const [page, other] = [await openPage(browser, listed.origin), await openPage(browser, unlisted.origin)];
    const ticket = await newTicket();
    const opened = [
      await opensSocket(page, `${url}?ticket=${ticket}`),
      await opensSocket(page, `${url}?ticket=${ticket}`),
      await opensSocket(page, url),
      await opensSocket(other, `${url}?ticket=${await newTicket()}`),
    ];
    expect(opened).toEqual([true, false, false, false]);
  });
});
