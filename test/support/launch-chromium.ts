import { type BrowserServer, chromium } from 'playwright-core';
import { debianProgram } from './debian-program.ts';

/** What a browser of tests needs where there is no screen, no sandbox and no network but this machine's. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Launches a browser for others to connect to, or returns the reason in one sentence why there is none. */
export async function launchChromium(): Promise<BrowserServer | string> {
  const program = await debianProgram('chromium');
  if (program === undefined) return 'Chromium is not installed and cannot be installed here.';
  try {
    return await chromium.launchServer({ executablePath: program, args: flags, host: '127.0.0.1' });
  } catch (error) {
    return `Chromium could not be started: ${error instanceof Error ? error.message : error}`;
  }
}
