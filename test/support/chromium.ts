import { type Browser, chromium } from 'playwright-core';
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

/** A browser with a new profile, which lives until it is closed, or the reason in one sentence why there is none. */
export async function startChromium(): Promise<Browser | string> {
  const program = await debianProgram('chromium');
  if (program === undefined) return 'Chromium is not installed and cannot be installed here.';
  try {
    return await chromium.launch({ executablePath: program, args: flags });
  } catch (error) {
    return `Chromium could not be started: ${error instanceof Error ? error.message : error}`;
  }
}
