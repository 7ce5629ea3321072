import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { PlainClient, startServer, testAgent } from '../test-support/running-server.ts';
import { isTmuxReady, Pane } from './test-support/tmux.ts';

beforeAll(buildPackages);

describe.skipIf(!(await isTmuxReady()))('at a real terminal', () => {
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

  test('a conversation that the server no longer has is told, and a new one begins', async () => {
    const options = ['--pace', '0', '--grace', '0', '--no-token'];
    const where = ['--listen', `127.0.0.1:${await freePort()}`];
    let server = await startServer([...where, ...options]);
    try {
      using pane = new Pane(['chat', '--url', server.url.replace(/^http/, 'ws')]);
      await pane.until('Talking to Emend demo agent');
      pane.type('/usage');
      pane.press('Enter');
      await pane.until(/Nothing was charged[\s\S]*\nready/);
      expect(await server.end()).toBe(0);
      server = await startServer([...where, ...options]);
      await pane.until(/no longer has this conversation, and it was not stored[\s\S]*\nready/);
      pane.type('/think');
      pane.press('Enter');
      await pane.until(/was not stored[\s\S]*\/think[\s\S]*\nready/);
      expect(pane.all()).not.toContain('Something above');
      pane.press('C-d');
      await pane.until('left with 0');
    } finally {
      await server.end('SIGKILL');
    }
  });

  test('a permission request in a turn of another client is left to it, whatever --permissions says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'emend-left-'));
    const server = await startServer(['--no-token', '--store', folder, '--grace', '0', ...testAgent]);
    try {
      const other = new PlainClient(server);
      const sessionId = await other.open('/');
      const url = server.url.replace(/^http/, 'ws');
      using pane = new Pane(['chat', '--url', url, '--cwd', '/', '--resume', sessionId, '--permissions', 'allow']);
      await pane.until('Talking to');
      const turn = other.prompt(sessionId, `read /x ${folder}`);
      const asked = await other.until(({ method }) => method === 'session/request_permission');
      const why = 'Permission requests are left to the other clients of the session while no prompt of this chat';
      await pane.until(new RegExp(why.replaceAll(' ', '\\s+')));
      const result = { outcome: { outcome: 'selected', optionId: 'no' } };
      other.send(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result }));
      expect(await turn).toBe('readno');
      pane.press('C-d');
      await pane.until('left with 0');
    } finally {
      await server.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('--watch shows what goes on in a session, and sends, answers and changes nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'emend-watch-'));
    const server = await startServer(['--no-token', '--store', folder, '--grace', '0', ...testAgent]);
    try {
      const other = new PlainClient(server);
      const sessionId = await other.open('/');
      const url = server.url.replace(/^http/, 'ws');
      using pane = new Pane(['chat', '--url', url, '--cwd', '/', '--watch']);
      await pane.until('Looking on at a session of');
      const turn = other.prompt(sessionId, `read /x ${folder}`);
      const asked = await other.until(({ method }) => method === 'session/request_permission');
      await pane.until(/❯ read \/x[\s\S]*working; Ctrl-C leaves/);
      pane.type('hello');
      pane.press('Enter');
      await pane.until('This chat only looks on.');
      const result = { outcome: { outcome: 'selected', optionId: 'yes' } };
      other.send(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result }));
      expect(await turn).toBe('readyes');
      await pane.until(/yes[\s\S]*\nready/);
      expect(pane.all()).not.toMatch(/Yes|❯ hello/);
      pane.press('C-c');
      await pane.until('left with 0');
    } finally {
      await server.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
