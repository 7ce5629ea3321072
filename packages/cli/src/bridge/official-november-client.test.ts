import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type ClientContext, client, ndJsonStream, type SessionUpdate } from '@agentclientprotocol/sdk/experimental/v2';
import { formatIssue } from '@emend/acp/protocol';
import { UpdateSessionNotification } from '@emend/acp/protocol/november';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile } from '../test-support/built-command.ts';

beforeAll(buildPackages);
afterAll(() => rmSync(store, { recursive: true, force: true }));

const emend = (...args: readonly string[]) => [process.execPath, commandFile, ...args];
const store = mkdtempSync(join(tmpdir(), 'emend-official-'));
const demo = (...args: readonly string[]) => emend('agent', '--pace', '0', '--store', store, ...args);
const official = [process.execPath, fileURLToPath(new URL('./test-support/official-v1-agent.mjs', import.meta.url))];

/** What each agent is told to do, in its own words. */
interface Script {
  readonly hello: string;
  readonly ask: string;
  readonly endless: string;
}

const ofDemo: Script = { hello: '/stream', ask: '/permission', endless: '/flood 10000000' };
const ofOfficial: Script = { hello: 'hello', ask: 'ask', endless: 'wait' };

/** Everything that reached the client, as it came over the pipe. */
function tapped(stdout: Readable): { readonly stdout: ReadableStream<Uint8Array>; readonly complaints: string[] } {
  const complaints: string[] = [];
  let rest = '';
  const check = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const lines = (rest + Buffer.from(chunk).toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { method, params } = JSON.parse(line);
        // Where the SDK is lenient it drops a part without a word; here everything has to be strictly valid.
        const decoded = method === 'session/update' ? UpdateSessionNotification.decode(params) : undefined;
        if (decoded?.ok === false) complaints.push(`${line}: ${decoded.issues.map(formatIssue).join(', ')}`);
      }
      controller.enqueue(chunk);
    },
  });
  return { stdout: (Readable.toWeb(stdout) as ReadableStream<Uint8Array>).pipeThrough(check), complaints };
}

/** One session of the official client, with everything that it can ask for. */
async function wholeSession(agent: ClientContext, updates: readonly SessionUpdate[], script: Script): Promise<void> {
  const cwd = process.cwd();
  const { protocolVersion, info } = await agent.request('initialize', {
    protocolVersion: 2,
    info: { name: 'official', version: '1' },
    capabilities: {},
  });
  expect([protocolVersion, typeof info.name]).toEqual([2, 'string']);
  const { sessionId } = await agent.request('session/new', { cwd });
  const states = () => updates.filter(({ sessionUpdate }) => sessionUpdate === 'state_update');
  const say = async (text: string) => {
    const { messageId } = await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    await expect.poll(() => states().at(-1)).toMatchObject({ state: 'running' });
    return messageId;
  };
  // The end of the turn before is no end of this one.
  const ended = (stopReason: string, since = 0) =>
    expect.poll(() => states().slice(since).at(-1)).toMatchObject({ state: 'idle', stopReason });

  for (const text of [script.hello, script.ask]) {
    const since = states().length;
    const { messageId } = await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    await ended('end_turn', since);
    const echoes = updates.filter((each) => each.sessionUpdate === 'user_message' && each.messageId === messageId);
    expect(echoes).toHaveLength(1);
  }
  await say(script.endless);
  await agent.notify('session/cancel', { sessionId });
  await ended('cancelled');

  const { sessions } = await agent.request('session/list', {});
  expect(sessions.map((each) => each.sessionId)).toContain(sessionId);
  const before = updates.length;
  await agent.request('session/resume', { sessionId, cwd, replayFrom: { type: 'start' } });
  const replayed = () => updates.slice(before).filter((each) => /^(user|agent)_message/.test(each.sessionUpdate));
  // The SDK calls its handlers one after another, some behind the answer.
  await expect.poll(() => replayed().length).toBeGreaterThan(2);
  await expect.poll(() => states().at(-1)).toEqual({ sessionUpdate: 'state_update', state: 'idle' });
  await agent.request('session/close', { sessionId });
}

test.each([
  ['an agent of any dialect', demo(), ofDemo],
  ['an agent of November alone', demo('--protocol', 'november'), ofDemo],
  ['an agent of any dialect behind a bridge', emend('bridge', '--', ...demo()), ofDemo],
  ['an agent of November alone behind a bridge', emend('bridge', '--', ...demo('--protocol', 'november')), ofDemo],
  ['an agent of June alone behind a bridge', emend('bridge', '--', ...demo('--protocol', 'june')), ofDemo],
  ['an agent of v1 alone behind a bridge', emend('bridge', '--', ...demo('--protocol', '1')), ofDemo],
  ['an agent on the v1 API of the SDK behind a bridge', emend('bridge', '--', ...official), ofOfficial],
])('[N119] [N120] the v2 client of the official SDK completes a session with %s', async (_, command, script) => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => complained.mockRestore());
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdout, complaints } = tapped(child.stdout);
  const updates: SessionUpdate[] = [];
  const asked: unknown[] = [];
  await client({ name: 'official' })
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', ({ params }) => {
      asked.push(params.title);
      const allowed = params.options.find((option) => option.kind === 'allow_once');
      return { outcome: { outcome: 'selected', optionId: allowed?.optionId ?? '' } };
    })
    .connectWith(ndJsonStream(Writable.toWeb(child.stdin), stdout), (agent) => wholeSession(agent, updates, script));
  expect(asked).toHaveLength(1);
  expect([complaints, complained.mock.calls]).toEqual([[], []]);
  child.stdin.end();
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
});
