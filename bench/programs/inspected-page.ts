import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openRecording, startInspector } from '@emend/inspector';
import { chromium } from 'playwright-core';

/** Opens the page of a recording in a browser, adds twice as many frames as it is told, and writes what that took as one line of JSON. */
const [, , file = '', program = '', count = ''] = process.argv;

const opened = await openRecording(file, { kind: 'command', name: file });
const server = await startInspector(opened.inspector);
const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
await page.goto(`${server.address}#token=${server.token}`);

/** Resolves when the page shows a frame as the selected one. */
async function shown(frame: number): Promise<void> {
  await page.waitForFunction(
    (title) => document.querySelector('[aria-label="Frame"] h2')?.textContent === title,
    `Frame ${frame.toLocaleString('en-US')}`,
    { timeout: 300_000 },
  );
}

let frames = 0;
for (let progress = 0; progress < 1; await wait(10))
  ({ progress, frames } = await opened.inspector.ask('overview', {}));
await shown(frames);

const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');
const busy = async (): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
};

const added = Number(count);
const { sessions } = await opened.inspector.ask('overview', {});
const add = async (index: number): Promise<void> => {
  const update = {
    sessionUpdate: 'agent_message_chunk',
    messageId: `live ${index}`,
    content: { type: 'text', text: 'word' },
  };
  const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: sessions[0]?.id, update } };
  appendFileSync(file, `${JSON.stringify({ at: 9e9 + index, from: 'agent', message })}\n`);
  opened.grew();
  await shown(frames + index);
};
for (let index = 1; index <= added; index++) await add(index);
const before = await busy();
for (let index = added + 1; index <= 2 * added; index++) await add(index);
const live = ((await busy()) - before) / added;

await session.send('HeapProfiler.collectGarbage');
const { usedSize } = await session.send('Runtime.getHeapUsage');
const rows = await page.locator('[role="row"], .conversation .row, .problem-line').count();

/** The first paint of a page that nothing is kept of, in a browser that runs already and beside a server that has read everything. */
const visitor = await (await browser.newContext({ viewport: { width: 1300, height: 900 } })).newPage();
await visitor.goto(`${server.address}#token=${server.token}`);
const paint = await visitor.evaluate(async () => {
  for (;;) {
    const [entry] = performance.getEntriesByName('first-contentful-paint');
    if (entry !== undefined) return entry.startTime;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
});
process.stdout.write(`${JSON.stringify({ paint, heap: usedSize / 1e6, rows, live })}\n`);
await browser.close();
await server.close();
await opened.close();
