import { type AgentDefinition, RpcError } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChromium } from '../../../../../test/support/chromium.ts';
import { someOf } from '../../../../../test/support/counts.ts';
import { inspectAgent, inspectDemo } from '../../../../../test/support/inspected-demo.ts';
import { seriousFindings } from '../test-support/serious-findings.ts';

const started = await startChromium();
if (typeof started === 'string') process.stderr.write(`Tests in a browser are skipped: ${started}\n`);
const browser = typeof started === 'string' ? undefined : started;

afterAll(() => browser?.close());

/** How long the page may take to show something. */
const patience = { timeout: 200_000 };

describe.runIf(browser !== undefined)('the page as a client of the demo agent', () => {
  if (browser === undefined) return;
  let demo: Awaited<ReturnType<typeof inspectDemo>>;
  let page: Page;
  let talk: Locator;
  let conversation: Locator;
  const faults: string[] = [];

  beforeAll(async () => {
    demo = await inspectDemo();
    page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
    page.setDefaultTimeout(patience.timeout);
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(demo.address);
    talk = page.getByRole('region', { name: 'Talk' });
    conversation = page.getByRole('region', { name: 'Conversation' });
  });

  afterAll(async () => {
    await page.close();
    await demo.close();
  });

  const idle = () => talk.getByText('Talking to Emend demo agent.').waitFor(patience);
  const say = async (text: string) => {
    await talk.getByRole('textbox', { name: 'Message' }).fill(text);
    await talk.getByRole('textbox', { name: 'Message' }).press('Enter');
  };

  test('[IP85] the whole tour by the keyboard: a command is completed, a question answered, a form filled in', async () => {
    await idle();
    const box = talk.getByRole('textbox', { name: 'Message' });
    await box.focus();
    await page.keyboard.type('/tou');
    await talk.getByRole('option', { name: '/tour' }).waitFor(patience);
    await page.keyboard.press('Enter');
    expect(await box.inputValue()).toBe('/tour');
    await page.keyboard.press('Enter');
    const allow = talk.getByRole('button', { name: 'Delete it this time' });
    await allow.waitFor(patience);
    await talk.getByRole('button', { name: 'Stop' }).waitFor(patience);
    expect(await talk.getByRole('group', { name: 'Permission request' }).getByRole('button').allTextContents()).toEqual(
      ['Delete it this time', 'Delete it, and do not ask again', 'Keep it', 'Keep it, and do not ask again'],
    );
    await allow.focus();
    await page.keyboard.press('Enter');
    await talk.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.type('thing');
    await page.keyboard.press('Enter');
    await idle();
    await conversation.getByText('That was the tour.').waitFor(patience);
    expect(await talk.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  });

  test('[IP86] a part says which frame set it and leads there, and what that frame changed is marked', async () => {
    const call = conversation
      .getByRole('article', { name: 'Tool call' })
      .filter({ hasText: 'Fetch https://example.invalid' });
    await call.filter({ hasText: '✗ failed' }).waitFor(patience);
    const origin = call.getByRole('button', { name: /^frame / }).last();
    const number = (await origin.textContent())?.replace('frame ', '') ?? '';
    await origin.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Frame ${number}` }).waitFor(patience);
    await call.getByText('● changed by this frame').waitFor(patience);
    expect(await conversation.getByText('by this frame').count()).toBe(1);
    expect(await conversation.getByText('That was the tour.').count()).toBe(0);
  });

  test('[IP86] a correction replaces the text; scrubbing back shows the old one', async () => {
    await page.getByRole('button', { name: 'Live' }).click();
    await say('/rewrite');
    await idle();
    const last = conversation.getByRole('article', { name: 'Message of the agent' }).last();
    const said = () => last.locator('.markdown').textContent();
    await expect.poll(said, patience).toContain('only this text counts.');
    await last
      .getByRole('button', { name: /^frame / })
      .last()
      .click();
    await last.getByText('● changed by this frame').waitFor(patience);
    await page.getByRole('slider', { name: 'Frame' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(said, patience).toContain('Draft 2');
    await page.keyboard.press('ArrowRight');
    await expect.poll(said, patience).toContain('only this text counts.');
    expect(await conversation.getByText('Draft 2').count()).toBe(0);
    await page.getByRole('button', { name: 'Live' }).click();
  });

  test('[IP85] a turn is stopped, and another session is opened and shown in a tab of its own', async () => {
    // A turn that waits for the person lasts until it is stopped.
    await say('/permission');
    await talk.getByRole('button', { name: 'Stop' }).click(patience);
    await idle();
    await conversation.getByText('Cancelled').first().waitFor(patience);
    await talk.getByRole('button', { name: 'New session' }).click();
    const tabs = conversation.getByRole('tablist', { name: 'Sessions' });
    await tabs.waitFor(patience);
    expect(await tabs.getByRole('tab').count()).toBe(2);
    await tabs.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await conversation.getByText('Cancelled').first().waitFor(patience);
  });

  const looks = [
    [900, 'dark'],
    [1500, 'light'],
  ] as const;
  test.each(someOf(looks, 1))('[IP87] axe finds nothing serious: %i px, %s', async (width, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await seriousFindings(page, ['[aria-label="Conversation"]', '[aria-label="Talk"]'])).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe.runIf(browser !== undefined)('the page as a client of other agents', () => {
  if (browser === undefined) return;
  const long = 'long '.repeat(20_000);

  /** An agent that wants a login, takes files, keeps its sessions, and says a lot when it is asked to. */
  function particularAgent(): AgentDefinition {
    let isLoggedIn = false;
    return {
      info: { name: 'particular', version: '1' },
      accepts: { embeddedContext: true },
      sessions: { log: new MemoryLog() },
      authentication: {
        methods: [{ id: 'key', name: 'Use a key', description: 'From the file', type: 'agent' }],
        authenticate: async () => {
          isLoggedIn = true;
        },
      },
      newSession: () => {
        if (!isLoggedIn) throw new RpcError(-32000, 'Log in');
        return {};
      },
      prompt: async (turn) => {
        const words = turn.prompt.map((block) => {
          const { resource } = block as { readonly resource?: { readonly text?: string } };
          return resource?.text ?? (block as { readonly text?: string }).text;
        });
        await turn.message().append(words[0] === 'long' ? `${long}The end.` : `You said ${words.join(' and ')}.`);
      },
    };
  }

  test.each(someOf([true, false], 1))(
    '[IP79, IP85] log in, attach a file, show all, list, close and load sessions; is the agent one of v1: %s',
    async (isV1) => {
      const inspected = await inspectAgent(particularAgent(), { isV1 });
      const page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
      page.setDefaultTimeout(patience.timeout);
      try {
        await page.goto(inspected.address);
        const talk = page.getByRole('region', { name: 'Talk' });
        const conversation = page.getByRole('region', { name: 'Conversation' });
        const box = talk.getByRole('textbox', { name: 'Message' });
        await talk.getByText('The agent wants a login first.').waitFor(patience);
        expect(await box.isDisabled()).toBe(true);
        await talk.getByRole('button', { name: 'Use a key' }).click();
        await talk.getByText('Talking to particular.').waitFor(patience);
        expect(await talk.getByRole('button', { name: 'Use a key' }).count()).toBe(0);

        const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') };
        await talk.getByLabel('Attach a file').setInputFiles(file);
        await talk.getByRole('button', { name: 'Remove note.txt' }).waitFor(patience);
        await box.fill('hello');
        await box.press('Enter');
        await conversation.getByText('You said hello and a note.').waitFor(patience);
        expect(await talk.getByRole('button', { name: 'Remove note.txt' }).count()).toBe(0);

        await box.fill('long');
        await box.press('Enter');
        const all = conversation.getByRole('button', { name: /^Show all/ });
        await all.waitFor(patience);
        const last = conversation.getByRole('article', { name: 'Message of the agent' }).last();
        const said = async () => ((await last.textContent()) ?? '').length;
        expect(await said()).toBeLessThan(long.length);
        await all.click();
        await expect.poll(said, patience).toBeGreaterThan(long.length);
        expect(await all.count()).toBe(0);

        await talk.getByText('Talking to particular.').waitFor(patience);
        await talk.getByRole('button', { name: 'Close', exact: true }).click();
        await talk.getByText('No session is open.').waitFor(patience);
        await talk.getByRole('button', { name: 'Sessions' }).click();
        const listed = talk.getByRole('list', { name: 'Sessions of the agent' });
        await expect.poll(() => listed.getByRole('button').count(), patience).toBe(1);
        await listed.getByRole('button').click();
        await talk.getByText('Talking to particular.').waitFor(patience);
        expect(await listed.count()).toBe(0);
        await box.fill('again');
        await box.press('Enter');
        await conversation.getByText('You said again.').waitFor(patience);
      } finally {
        await page.close();
        await inspected.close();
      }
    },
  );
});
