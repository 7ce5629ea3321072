import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildPage } from '../../../../test/support/build.ts';
import { startChromium } from '../../../../test/support/chromium.ts';
import { someOf } from '../../../../test/support/counts.ts';
import { hostileRecording } from './test-support/hostile-recording.ts';
import { layoutFaults } from './test-support/layout-faults.ts';
import { ManyFrames } from './test-support/many-frames.ts';
import { type OpenedPage, openInspectorPage } from './test-support/opened-page.ts';
import { sampleRecording } from './test-support/sample-recording.ts';
import { seriousFindings } from './test-support/serious-findings.ts';

const started = await startChromium();
if (typeof started === 'string') process.stderr.write(`Tests in a browser are skipped: ${started}\n`);
const browser = typeof started === 'string' ? undefined : started;

describe.runIf(browser !== undefined)('the page in a browser', () => {
  if (browser === undefined) return;
  let opened: OpenedPage;
  let page: Page;

  beforeAll(async () => {
    buildPage();
    opened = await openInspectorPage(browser);
    page = opened.page;
  });
  afterEach(() => expect(opened.faults).toEqual([]));
  afterAll(async () => {
    await opened.close();
    await browser.close();
  });

  const slider = () => page.getByRole('slider', { name: 'Frame' });
  const grid = () => page.getByRole('grid', { name: 'Frames' });
  const filter = () => page.getByRole('searchbox', { name: 'Filter' });
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const words = async (locator: Locator) => (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim();

  /** The rows of the grid: the number, what it is, and the mark of a problem; the selected one with a star. */
  function rows(): Promise<string[]> {
    return page.evaluate(() =>
      [...document.querySelectorAll('.frame-line')].map((row) => {
        const cells = [...row.querySelectorAll('[role="gridcell"]')].map((cell) =>
          (cell.textContent ?? '').replace(/\s+/g, ' ').trim(),
        );
        const mark = row.getAttribute('aria-selected') === 'true' ? '* ' : '';
        return `${mark}${[cells[0], cells[3], cells[6]].join(' ').trim()}`;
      }),
    );
  }

  /** By how many pixels the page is wider than its window. */
  const overflow = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

  /** Elements that the page never makes by itself. */
  const foreignElements = () =>
    page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'img, iframe, object, embed, style, form[action], a[href^="javascript:" i], script',
        ),
      ]
        .filter((element) => element.getAttribute('src') !== 'main.js')
        .map(({ outerHTML }) => outerHTML),
    );

  /** Shows the sample at a frame. */
  async function showSample(frame?: number): Promise<void> {
    await opened.show(sampleRecording, frame === undefined ? '' : `&frame=${frame}`);
    await expect.poll(() => slider().inputValue()).toBe(String(frame ?? 15));
    await page.locator('.frame-line').first().waitFor();
  }

  test('[IP51] a lost connection and a missing token are said', async () => {
    await showSample(5);
    const connection = page.getByRole('status', { name: 'Connection' });
    expect(await words(connection)).toBe('');
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address.replace(/token=[^&]*/, 'token=another'));
    await expect
      .poll(() => words(connection))
      .toBe('The address lacks the token of this inspector. Open the address that emend inspect printed.');
    expect([await page.locator('.page').count(), await page.getByRole('grid').count()]).toEqual([0, 0]);
    await showSample(5);
    await opened.endServer();
    await expect.poll(() => words(connection)).toBe('The connection is lost. Trying again…');
    expect((await rows()).length).toBe(13);
  });

  test('[IP60, IP65] opens at the end, with the frames folded and what is wrong marked and counted', async () => {
    await showSample();
    await expect
      .poll(rows)
      .toEqual([
        '1 initialize version 2',
        '2 ↩ answer to initialize version 2',
        '3 session/new',
        '4 ↩ answer to session/new session-1',
        '5 session/prompt When do you open?',
        '6 session/update user_message When do you open?',
        '7 ↩ answer to session/prompt',
        '8 session/update state_update running',
        '9 session/update ▸ 3 agent_message_chunk We open at nine on Sundays.',
        '12 session/update corrects agent_message We are closed on Sundays.',
        '13 session/update agent_message_chunk wrong Error',
        '14 the cache is cold',
        '* 15 session/update state_update idle',
      ]);
    const indexes = await page
      .getByRole('row')
      .evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-rowindex'))));
    expect([await grid().getAttribute('aria-rowcount'), indexes, await page.title()]).toEqual([
      '14',
      Array.from({ length: 14 }, (_, index) => index + 1),
      '(2) session.ndjson · Emend inspector',
    ]);
    await page.getByRole('button', { name: '3 frames' }).click();
    await expect
      .poll(async () => (await rows()).slice(8, 12))
      .toEqual([
        '9 session/update ▾ 3 agent_message_chunk We open',
        '10 session/update agent_message_chunk at nine',
        '11 session/update agent_message_chunk on Sundays.',
        '12 session/update corrects agent_message We are closed on Sundays.',
      ]);
    // A pressed button under the mouse stays readable.
    await page.getByRole('button', { name: 'Live', pressed: true }).hover();
    expect(await seriousFindings(page)).toEqual([]);
    await page.mouse.move(0, 0);
  });

  test('[IP61] a filter shows what it lets through; one that makes no sense says why and hides nothing', async () => {
    await showSample();
    await filter().fill('is:response');
    await expect.poll(async () => (await rows()).map((row) => row.replace(/ .*/, ''))).toEqual(['2', '4', '7']);
    const result = page.getByRole('status', { name: 'Filter result' });
    expect([await result.textContent(), await words(page.getByRole('alert'))]).toEqual(['3 of 15 frames', '']);
    await filter().fill('is:nonsense');
    await expect.poll(async () => (await words(page.getByRole('alert'))) !== '').toBe(true);
    expect([(await rows()).length, await filter().getAttribute('aria-invalid')]).toEqual([13, 'true']);
    await filter().fill('no such words');
    await page.getByText('No frame passes this filter.').waitFor();
  });

  test('[IP62] scrubbing back shows what was said before a correction, and forward what it became', async () => {
    await showSample();
    const said = async () => {
      const text = await words(region('Conversation'));
      return ['We open at nine on Sundays.', 'We are closed on Sundays.'].filter((each) => text.includes(each));
    };
    await expect.poll(said).toEqual(['We are closed on Sundays.']);
    await slider().fill('11');
    await expect.poll(said).toEqual(['We open at nine on Sundays.']);
    await slider().fill('12');
    await expect.poll(said).toEqual(['We are closed on Sundays.']);
    const changes = region('State changes');
    await expect.poll(async () => (await words(changes)).includes('We are closed on Sundays.')).toBe(true);
    await slider().fill('15');
    const corrected = region('Conversation').locator('.corrected');
    await expect.poll(() => words(corrected)).toBe('corrected at frame 12 ·');
    await corrected.getByRole('button').click();
    await expect.poll(() => slider().inputValue()).toBe('12');
    await slider().fill('11');
    await expect.poll(() => corrected.count()).toBe(0);
    await slider().fill('0');
    await expect.poll(said).toEqual([]);
    await page.getByText('Before the first frame.').waitFor();
    await opened.show(sampleRecording, '&frame=99999&session=nope');
    await expect.poll(() => slider().inputValue()).toBe('15');
    await page.getByText('There is no session nope.').waitFor();
  });

  test('[IP63] a frame shows its pair, its problems at their places, and its text to copy', async () => {
    await showSample(5);
    await expect.poll(() => words(region('Frame'))).toContain('answered by frame 7 after 200 ms');
    await region('Frame').getByRole('button', { name: 'frame 7' }).click();
    await expect.poll(() => words(region('Frame'))).toContain('answers frame 5 after 200 ms');
    await region('Problems')
      .getByRole('button', { name: /frame|#13/ })
      .first()
      .click();
    await expect.poll(() => slider().inputValue()).toBe('13');
    await expect
      .poll(() => page.getByRole('treeitem').locator('.tree-problem').allTextContents())
      .toEqual(['messageId: expected string, found number 7.', 'Expected string, found number 7.']);
    const raw = region('Frame').getByRole('region', { name: 'Raw text' }).locator('pre');
    await expect.poll(() => raw.textContent()).toBe(sampleRecording[12]);
  });

  test('[IP64] keys alone: frames, problems, filter, go to, live, play and help', async () => {
    await showSample();
    const at = () => slider().inputValue();
    const press = async (key: string, frame: string) => {
      await page.keyboard.press(key);
      await expect.poll(at).toBe(frame);
    };
    const live = page.getByRole('button', { name: 'Live' });
    expect(await live.getAttribute('aria-pressed')).toBe('true');
    await press('k', '14');
    await press('ArrowUp', '13');
    await press('j', '14');
    await press('ArrowDown', '15');
    await press('K', '13');
    expect(await live.getAttribute('aria-pressed')).toBe('false');
    await press('l', '15');
    expect(await live.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('g');
    await page.keyboard.type('3');
    await press('Enter', '3');
    await press('J', '13');
    await page.keyboard.press('/');
    await page.keyboard.type('is:request');
    await expect.poll(async () => (await rows()).length).toBe(3);
    await page.keyboard.press('Enter');
    await press('k', '5');
    await press('ArrowUp', '3');
    await press('End', '15');
    await press('Home', '0');
    await press('ArrowDown', '1');
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await expect.poll(() => filter().inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press(' ');
    await page
      .getByRole('button', { name: 'Stop playing' })
      .or(page.locator('input[type=range][value="15"]'))
      .first()
      .waitFor();
    await expect.poll(at, { timeout: 60_000 }).toBe('15');
  });

  test('[IP54] links lead to a place, and the buttons of the browser back from it', async () => {
    await showSample(5);
    const at = async () => [await slider().inputValue(), new URL(page.url()).hash.replace(/token=[^&]*/, 'token=T')];
    await region('Frame').getByRole('button', { name: 'frame 7' }).click();
    await expect.poll(at).toEqual(['7', '#token=T&frame=7']);
    await page.getByRole('tab', { name: 'Time' }).click();
    await expect.poll(at).toEqual(['7', '#token=T&frame=7&view=time']);
    await page.goBack();
    await page.goBack();
    await expect.poll(at).toEqual(['5', '#token=T&frame=5']);
    await page.keyboard.press('j');
    await expect.poll(at).toEqual(['6', '#token=T&frame=6']);
  });

  const looks = [
    ['light', 900],
    ['dark', 1_800],
    ['light', 1_800],
    ['dark', 900],
  ] as const;
  test.each(someOf(looks, 2))(
    '[IP65] nothing serious for axe and nothing too wide, in %s at %i',
    async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await showSample(13);
      await region('Frame').getByRole('treeitem').first().waitFor();
      expect([await seriousFindings(page), await overflow()]).toEqual([[], 0]);
      await page.keyboard.press('?');
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1_300, height: 900 });
    },
  );

  test('[IP110] the lines between the panes are moved by keys and by the pointer, and stay where they were left', async () => {
    await showSample(5);
    const line = page.getByRole('separator', { name: 'Width of Frames' });
    const at = async () => [await line.getAttribute('aria-valuenow'), Math.round((await widthOf('.frames')) / 13)];
    const widthOf = (selector: string) => page.locator(selector).evaluate((pane) => pane.getBoundingClientRect().width);
    await expect.poll(at).toEqual(['36', 36]);
    await line.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toEqual(['38', 38]);
    expect(await slider().inputValue()).toBe('5');
    const box = await line.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 100);
    await page.mouse.down();
    await page.mouse.move(650, 500);
    await page.mouse.up();
    await page.mouse.move(300, 500);
    await expect.poll(at).toEqual(['50', 50]);
    await page.reload();
    await expect.poll(at).toEqual(['50', 50]);
    await line.focus();
    await page.keyboard.press('End');
    await expect.poll(async () => Math.round((await widthOf('.talking')) / 10)).toBe(24);
    await page.keyboard.press('Enter');
    await expect.poll(at).toEqual(['36', 36]);
  });

  test('[IP111] nothing overlaps or is cut off at 900 pixels, and at a zoom of 200 %', async () => {
    await showSample(13);
    await region('Frame').getByRole('treeitem').first().waitFor();
    const sizes = { 900: 900, 899: 420, 640: 400, 450: 450 };
    for (const [width, height] of Object.entries(sizes)) {
      await page.setViewportSize({ width: Number(width), height });
      await expect.poll(async () => [width, await overflow(), await layoutFaults(page)]).toEqual([width, 0, []]);
    }
    await page.setViewportSize({ width: 1_300, height: 900 });
  });

  test('[IP66] an empty recording says that it is empty', async () => {
    await opened.show([]);
    await page.getByText('The file is empty.').waitFor();
    expect([await slider().getAttribute('max'), await seriousFindings(page)]).toEqual(['0', []]);
    for (const key of ['j', 'k', 'J', 'K', ' ', 'l', 'End']) await page.keyboard.press(key);
    expect(await slider().inputValue()).toBe('0');
  });

  test('[IP67] whatever an agent says is text, in every field and every view', async () => {
    await opened.show(hostileRecording);
    await page.locator('.frame-line').first().waitFor();
    for (const row of hostileRecording.keys()) {
      await slider().fill(String(row + 1));
      await expect.poll(() => region('Frame').locator('h2').textContent()).toBe(`Frame ${row + 1}`);
    }
    for (const view of ['Bridge', 'Time', 'Session']) {
      await page.getByRole('tab', { name: view }).click();
      await page.getByRole('tabpanel').getByRole('region').first().waitFor();
      expect([view, await overflow(), await foreignElements()]).toEqual([view, 0, []]);
    }
    await page.setViewportSize({ width: 900, height: 800 });
    expect([await overflow(), await page.evaluate(() => 'hit' in globalThis)]).toEqual([0, false]);
    await page.setViewportSize({ width: 1_300, height: 900 });
  });

  test('[IP69] another selected frame is scrolled to in the lists of frames and of problems', async () => {
    const many = new ManyFrames(200_000);
    await opened.show(many);
    const seen = () =>
      page.evaluate(() => {
        const box = document.querySelector('[role="grid"]')?.getBoundingClientRect();
        const lines = [...document.querySelectorAll('.frame-line')].filter((line) => {
          const { top, bottom } = line.getBoundingClientRect();
          return box !== undefined && top >= box.top + 20 && bottom <= box.bottom + 1;
        });
        const selected = lines.find((line) => line.getAttribute('aria-selected') === 'true');
        return [lines[0]?.firstElementChild?.textContent === '1', selected?.firstElementChild?.textContent];
      });
    await expect.poll(seen).toEqual([false, '200,000']);
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll('.frame-line :is(.number, .at)')].filter((c) => c.scrollWidth > c.clientWidth),
      ),
    ).toEqual([]);
    await slider().fill('100');
    await expect.poll(seen).toEqual([false, '100']);
    await slider().fill('0');
    await expect.poll(seen).toEqual([true, undefined]);
    await page.getByRole('button', { name: 'Live' }).click();
    await expect.poll(seen).toEqual([false, '200,000']);
    many.grow(200_500);
    await expect.poll(seen).toEqual([false, '200,500']);

    await opened.show(Array.from({ length: 60 }, (_, index) => `noise ${index}`));
    const shown = () =>
      page.evaluate(() => {
        const box = document.querySelector('.problems .pane-body')?.getBoundingClientRect();
        const line = document.querySelector('.problem-line [aria-current]')?.getBoundingClientRect();
        return box !== undefined && line !== undefined && line.top >= box.top - 1 && line.bottom <= box.bottom + 1;
      });
    for (const frame of ['50', '3', '50']) {
      await slider().fill(frame);
      await expect.poll(shown).toBe(true);
    }
  });

  test('[IP68] a million frames: the page holds what is seen, asks for little, and any frame can be reached', async () => {
    const million = new ManyFrames(1_000_000);
    await opened.show(million);
    await expect.poll(async () => (await rows()).at(-1)).toBe('* 1,000,000 session/update agent_message_chunk 1000000');
    await slider().fill('123456');
    await expect.poll(async () => (await rows()).find((row) => row.startsWith('*'))).toContain('* 123,456 ');
    await grid().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await rows())[0]).toBe('* 1 session/update agent_message_chunk 1');
    const held = await page.locator('.frame-line').count();
    expect(held).toBeLessThan(200);
    expect(million.mostRows).toBeLessThanOrEqual(5_000);
    // One more frame is asked for as it was at the start: the rows that are seen, and nothing of those before.
    const asked = million.asked;
    million.grow(1_000_001);
    await expect.poll(() => slider().getAttribute('max')).toBe('1000001');
    await expect.poll(() => million.asked).toBeGreaterThan(asked);
    expect(million.asked - asked).toBeLessThan(12);
  });
});
