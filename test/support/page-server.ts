import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Serves an empty page with a script, at an origin of its own; it ends with the test. */
export async function startPageServer(script: string): Promise<{ readonly origin: string }> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>Page</title><script src="/script.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

/** Has the page converse with an agent by the client of the official SDK; returns what it saw, or the error in its words. */
export function converseIn(page: Page, carrier: 'http' | 'websocket', url: string, token: string): Promise<unknown> {
  const call = `bundled.converse(${[carrier, url, token].map((value) => JSON.stringify(value))})`;
  return page.evaluate(`${call}.catch((error) => error.message)`);
}

/** Returns whether a page can open a WebSocket. */
export function opensSocket(page: Page, url: string): Promise<boolean> {
  return page.evaluate(
    (address) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(address);
        socket.onopen = () => {
          resolve(true);
          socket.close();
        };
        socket.onclose = () => resolve(false);
      }),
    url.replace('http', 'ws'),
  );
}
