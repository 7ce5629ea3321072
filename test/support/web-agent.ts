import { type ChildProcess, spawn } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { exampleFile } from './example-programs.ts';

const token = 'token-of-the-tests';

/** The example with the web page, as a program of its own. */
export interface WebAgent {
  /** The address that it prints. */
  readonly url: string;
  /** Ends it and waits until it has ended; returns its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Options of {@link startWebAgent}. */
export interface WebAgentOptions {
  readonly port?: number;
  /** The file with its sessions. */
  readonly log?: string;
  /** Another address by which browsers reach it. */
  readonly address?: string;
  /** How long it takes for a word, in milliseconds. Default: 10. */
  readonly pause?: number;
}

/** Starts the example. Whoever started it ends it. */
export async function startWebAgent({ port = 0, log, address, pause = 10 }: WebAgentOptions = {}): Promise<WebAgent> {
  const given = Object.entries({ log, address }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const child = spawn(process.execPath, [exampleFile('web-agent/server'), '--port', `${port}`, ...given], {
    env: { ...process.env, WEB_AGENT_TOKEN: token, WEB_AGENT_PAUSE: `${pause}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    url: await firstLine(child),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (bytes) => {
      said += bytes;
      const end = said.indexOf('\n');
      if (end >= 0) resolve(said.slice(0, end));
    });
    child.once('exit', (code) => reject(new Error(`The example ended with ${code}.`)));
  });
}

/** Options of {@link openPage}. */
export interface PageOptions {
  /** Whether the time of the page can be moved, by its `clock`. */
  readonly hasClock?: boolean;
}

/** Opens a page in a profile of its own, which is gone with the test. What fails in the page fails the test. */
export async function openPage(browser: Browser, url: string, { hasClock = false }: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 900, height: 800 } });
  const page = await context.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => void errors.push(error));
  onTestFinished(async () => {
    await context.close();
    if (errors.length > 0) throw new AggregateError(errors, `The page failed: ${errors[0]?.message}`);
  });
  if (hasClock) await page.clock.install();
  await page.goto(url);
  return page;
}

/** Returns the rows of the conversation that the page shows, each as its text. */
export async function rowsOf(page: Page): Promise<string[]> {
  const texts = await page.getByRole('log').locator(':scope > *').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

/** Sends a prompt. */
export async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}
