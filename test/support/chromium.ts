import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

/**
 * Connects to the one browser of all tests of a run, which is launched for the first that asks; or returns the reason in one sentence why
 * there is none. What a test opens is its own, and gone when it closes the connection.
 */
export async function startChromium(): Promise<Browser | string> {
  const { endpoint, problem } = await (await fetch(inject('chromium'))).json();
  return problem ?? chromium.connect(endpoint);
}
