import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that tells where the browser is. */
    chromium: string;
  }
}

/** Has one browser for all tests of a run, launched when the first asks for it, and ended after the last. */
// biome-ignore lint/style/noDefaultExport: vitest takes the default export of a setup's file.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let launched: ReturnType<typeof launch> | undefined;
  const server = createServer(async (_, response) => {
    launched ??= launch();
    const browser = await launched;
    response.end(
      JSON.stringify(typeof browser === 'string' ? { problem: browser } : { endpoint: browser.wsEndpoint() }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('chromium', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    const browser = await launched;
    if (typeof browser === 'object') await browser.close();
  };
}

/** Most runs of a few tests need none, and should not wait for what launches it either. */
async function launch() {
  const { launchChromium } = await import('./launch-chromium.ts');
  return launchChromium();
}
