import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { spawnAgent } from '@emend/acp/node';
import { foldedSession } from '@emend/acp/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledProgram } from '../../../test/support/bundled-program.ts';
import { openSqliteLog } from './sqlite-log.ts';
import { scratchFile } from './test-support/scratch.ts';

const cwd = '/project';
let program = '';
beforeAll(async () => {
  program = await bundledProgram(new URL('./test-support/finishing-agent.ts', import.meta.url));
});
afterAll(() => rmSync(program, { force: true }));

const initialize = {
  1: { protocolVersion: 1, clientCapabilities: {} },
  2: { protocolVersion: 2, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
} as const;

/** A client that leaves in the middle of a turn and takes every pipe with it; resolves with the agent's end. */
async function leaving(file: string, version: 1 | 2): Promise<{ code: number | null; signal: string | null }> {
  const child = spawn(process.execPath, [program, file], { stdio: 'pipe' });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  let said = '';
  const told = (what: string) =>
    new Promise<void>((resolve) => {
      const look = (): void => {
        if (!said.includes(what)) return;
        child.stdout.off('data', look);
        resolve();
      };
      child.stdout.on('data', look);
      look();
    });
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ask = (id: number, method: string, params: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  };
  ask(1, 'initialize', initialize[version]);
  await told('"id":1');
  ask(2, 'session/new', { cwd, mcpServers: [] });
  await told('"id":2');
  const [, sessionId] = /"sessionId":"([^"]+)"/.exec(said) as RegExpExecArray;
  ask(3, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
  await told('before ');
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
  writeFileSync(`${file}.left`, '');
  return ended;
}

test.each([1, 2] as const)(
  '[RO21] a turn whose v%i client takes every pipe with it runs to its end into the store, and a later client finds it',
  async (version) => {
    const file = scratchFile();
    expect(await leaving(file, version)).toEqual({ code: 0, signal: null });
    const log = await openSqliteLog(file);
    const { sessions } = await log.list({});
    await log.close();
    await using agent = await spawnAgent(process.execPath, [program, file]);
    const session = await agent.loadSession({ sessionId: sessions[0]?.sessionId ?? '', cwd });
    const { messages, toolCalls } = foldedSession(session.state);
    expect(messages.map(({ kind, content }) => [kind, content])).toEqual([
      ['user', [{ type: 'text', text: 'go' }]],
      ['agent', [{ type: 'text', text: 'before 0 1 2 3 4 done' }]],
    ]);
    expect(toolCalls.map(({ toolCallId, status, content }) => [toolCallId, status, content])).toEqual([
      ['c', 'failed', [{ type: 'content', content: { type: 'text', text: 'cancelled' } }]],
    ]);
  },
);
