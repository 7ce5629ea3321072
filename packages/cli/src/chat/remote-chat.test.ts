import { beforeAll, describe, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { startServer } from '../test-support/running-server.ts';
import { isTmuxReady, Pane } from './test-support/tmux.ts';

beforeAll(buildPackages);

describe.skipIf(!isTmuxReady())('at a real terminal', () => {
  test('the status line tells that the connection to a remote agent is interrupted', async () => {
    const server = await startServer(['--pace', '0', '--grace', '0', '--no-token']);
    try {
      using pane = new Pane(['chat', '--url', server.url.replace(/^http/, 'ws')]);
      await pane.until('Talking to Emend demo agent');
      pane.type('/usage');
      pane.press('Enter');
      await pane.until(/Nothing was charged[\s\S]*\nready/);
      expect(await server.end()).toBe(0);
      await pane.until(/\ninterrupted; reconnecting, attempt \d+/);
      pane.press('C-d');
      await pane.until('left with 0');
    } finally {
      await server.end('SIGKILL');
    }
  });
});
