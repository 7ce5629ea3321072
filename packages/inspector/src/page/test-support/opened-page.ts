import type { Browser, Page } from 'playwright-core';
import type { Inspector } from '../../api/inspector.ts';
import { plainInspector } from '../../engine/plain-inspector.ts';
import { startInspector } from '../../server/start-inspector.ts';

/** A page in a real browser, which can be led from one recording to another. */
export interface OpenedPage {
  readonly page: Page;
  /** What went wrong in the page: errors, violations of its policy, dialogs that something opened. */
  readonly faults: readonly string[];
  /** Shows the recording with these lines, or what this inspector answers. */
  show(source: readonly string[] | Inspector, fragment?: string): Promise<void>;
  /** Ends the server of the page, as if its program had ended. */
  endServer(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a page that listens to everything that must not happen. */
export async function openInspectorPage(browser: Browser): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(200_000);
  const faults: string[] = [];
  let server: { close(): Promise<void> } | undefined;
  page.on('pageerror', (error) => void faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') faults.push(`request: ${request.url()}`);
  });
  await page.exposeFunction('reportFault', (fault: string) => void faults.push(fault));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportFault(fault: string): void }).reportFault;
      report(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return {
    page,
    faults,
    async show(source, fragment = '') {
      await page.goto('about:blank');
      await server?.close();
      const inspector =
        'ask' in source
          ? source
          : plainInspector(source, { source: { kind: 'file', name: 'session.ndjson' }, isLive: false });
      const started = await startInspector(inspector);
      server = started;
      await page.goto(`${started.address}#token=${started.token}${fragment}`);
      await page.getByRole('status', { name: 'Problem count' }).waitFor();
    },
    async endServer() {
      await server?.close();
      server = undefined;
    },
    async close() {
      await context.close();
      await server?.close();
    },
  };
}
