import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile, runEmend } from '../test-support/built-command.ts';

const rogue = fileURLToPath(new URL('./test-support/rogue-agent.mjs', import.meta.url));
const chatWith = (mode: string, input = 'hi\n', ...options: string[]) =>
  runEmend(['chat', ...options, '--', process.execPath, rogue, mode], input);

beforeAll(buildPackages);

test('each line is a prompt, and what is written is final and plain', async () => {
  expect(await runEmend(['chat'], '/rewrite\n\n/clear one\\\ntwo\n/redact one')).toEqual({
    status: 0,
    stdout: [
      '> /rewrite',
      '',
      'The meeting is on **Tuesday at ten**, in the large room.',
      '',
      'This message was written three times; only this text counts.',
      '',
      '> /clear one',
      '> two',
      '',
      'What I said before was wrong and has been taken back. Two and two are **four**.',
      '',
      '> /redact [removed by a guardrail]',
      '',
      '[removed by a guardrail]',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test('tool calls, diffs and plans', async () => {
  const { stdout } = await runEmend(['chat', '--cwd', '/', '-p', '/tools', '-p', '/plan']);
  expect(stdout).toContain(
    [
      '* edit: Edit src/area.js (completed)',
      '      /src/area.js +1 -1',
      '      export function area(width, height) {',
      '    -   return width + height;',
      '    +   return width * height;',
      '      }',
      '* execute: npm test (completed)',
    ].join('\n'),
  );
  expect(stdout).toContain('\n> /plan\n\n[x] Read the code\n[x] Find the mistake\n[x] Repair it\n[x] Run the tests\n');
});

test('what is said before and after a plan stands in paragraphs, though it is one message', async () => {
  const { stdout } = await chatWith('plan');
  expect(stdout).toBe('> hi\n\nI shall look.\n\nI am looking.\n\nI have looked.\n\n[x] Look\n');
  const { stdout: updates } = await chatWith('plan', 'hi\n', '--json');
  const chunks = updates
    .split('\n')
    .flatMap((line) => (line === '' ? [] : (JSON.parse(line).params.update.content ?? [])));
  expect(chunks.map(({ text }) => text)).toEqual(['I shall look.', 'I am ', 'looking.', 'I have looked.']);
});

test('permissions are rejected unless they were allowed beforehand', async () => {
  const advice = 'emend: To allow what the agent asks for, once each time, use --permissions allow.\n';
  const asked = await runEmend(['chat', '-p', '/permission']);
  expect(asked.stdout).toContain('* delete: Delete build/ (rejected)\n');
  expect(asked.stdout).toContain('You did not allow it');
  const what = `delete: Delete build/\n  | ${join(process.cwd(), 'build')}\n`;
  expect(asked.stderr).toBe(`emend: Permission was rejected, since nobody can be asked here: ${what}${advice}`);
  const allowed = await runEmend(['chat', '-p', '/permission', '--permissions', 'allow']);
  expect([allowed.stdout, allowed.stderr]).toEqual([
    expect.stringContaining('You allowed it'),
    `emend: Permission was given, as --permissions allow says: ${what}`,
  ]);
  const { stdout, stderr } = await chatWith('permission');
  expect(stdout).toBe('> hi\n\n* delete: Remove everything (rejected)\n\nthe answer was {"outcome":"cancelled"}\n');
  expect(stderr).toBe(
    `emend: Permission was cancelled, since nobody can be asked here: delete: Remove everything\n${advice}`,
  );
});

test('--json writes the updates as they come, fit for the other commands', async () => {
  const { status, stdout } = await runEmend(['chat', '--json'], '/rewrite\n');
  const updates = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(status).toBe(0);
  expect(updates[0]).toEqual({
    jsonrpc: '2.0',
    method: 'session/update',
    params: {
      sessionId: 'session-1',
      update: { sessionUpdate: 'available_commands_update', availableCommands: expect.any(Array) },
    },
  });
  expect(updates.at(-2).params.update.content).toEqual([
    { type: 'text', text: expect.stringMatching(/^The meeting is on/) },
  ]);
  expect(updates.at(-1).params.update).toEqual({
    sessionUpdate: 'state_update',
    state: 'idle',
    stopReason: 'end_turn',
  });
  const checked = await runEmend(['validate'], stdout);
  expect(checked).toEqual({ status: 0, stdout: '', stderr: expect.stringContaining('no problems') });
});

test('--json writes v2, also of an agent that knows v1 alone', async () => {
  const agent = [process.execPath, commandFile, 'agent', '--protocol', '1', '--pace', '0'];
  const { status, stdout } = await runEmend(['chat', '--json', '-p', '/tools', '--', ...agent]);
  // What v1 agents have beyond June is November's, so all of it is.
  expect(stdout).toContain('"availableCommands":[{"type":"command",');
  const kinds = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).params.update.sessionUpdate);
  expect([status, [...new Set(kinds)].sort()]).toEqual([
    0,
    ['agent_message_chunk', 'available_commands_update', 'session_info_update', 'tool_call_update'],
  ]);
  const checked = await runEmend(['validate'], stdout);
  expect(checked).toEqual({ status: 0, stdout: '', stderr: expect.stringContaining('no problems') });
});

test('--json writes an update that cannot be read as it came, and says what was left out of others', async () => {
  const { stdout, stderr } = await chatWith('malformed', 'hi\n', '--json');
  const updates = stdout.trim().split('\n');
  expect(updates.map((line) => JSON.parse(line).params.update)).toEqual([
    { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: 'hello' },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'look', locations: [] },
    { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'hello' } },
  ]);
  expect(stderr).toBe(
    'emend: Malformed parts of an update were left out: update.locations[0].path: expected string, found number 7\n',
  );
});

test('a turn that ends with an error is status 1, and the next prompt is still sent', async () => {
  const { status, stdout, stderr } = await runEmend(['chat'], '/fail\n/usage\n');
  expect(status).toBe(1);
  expect(stderr).toBe('emend: The agent answered with an error: The demo failed, as it was asked to. (-32603)\n');
  expect(stdout).toContain('> /usage\n\nThe context holds');
});

test('settings and files go along', async () => {
  const readOnly = await runEmend(['chat', '--set', 'mode=read-only', '-p', '/permission']);
  expect(readOnly.stdout).toContain('The mode is *read-only*');
  const wrong = await runEmend(['chat', '--set', 'mode=wild', '-p', 'x']);
  expect(wrong).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^emend: The agent refused: The option "mode" cannot be set to "wild"; it offers "ask"/,
    ),
  });
  const file = await runEmend(['chat', '-p', '/usage @package.json @no-such-file']);
  expect(file.stderr).toBe('emend: @no-such-file names no file that can be read; it was sent as text alone.\n');
  expect(file.stdout).toMatch(/^> \/usage @package\.json @no-such-file\n> \[file:\/\/\/.*\/package\.json\]\n/);
  expect(file.stdout).toMatch(/You sent along:\n\n- the contents of `file:\/\/\/.*\/package\.json`\n\nThe context/);
});

test('MCP servers are handed over', async () => {
  const server = fileURLToPath(new URL('../demo/test-support/mcp-server.mjs', import.meta.url));
  const { stdout } = await runEmend(['chat', '--mcp', `local=${process.execPath} ${server}`, '-p', '/mcp']);
  expect(stdout).toContain('* other: local/hello (completed)\n      hello from nobody');
});

test('an agent that is not there', async () => {
  expect(await runEmend(['chat', '--', 'no-such-agent', '--acp'], 'hi\n')).toEqual({
    status: 1,
    stdout: '',
    stderr: [
      "emend: The agent could not be started: The command 'no-such-agent' was not found.",
      'The command was: no-such-agent --acp',
      'Is it installed, and is its folder on the PATH? Try to run the command by itself.',
      '',
    ].join('\n'),
  });
});

test('an agent that ends at once, or in the middle', async () => {
  const atOnce = await chatWith('exit-at-once');
  expect(atOnce.status).toBe(1);
  expect(atOnce.stderr).toMatch(
    /^emend: The agent ended with status 4\.\nThe command was: .*\nIts standard error ended with:\n {2}\| no configuration found\nTry to run the command by itself/,
  );
  const served = await runEmend(['chat', '--', process.execPath, '-e', '0'], 'hi\n');
  expect(served.stderr).toMatch(/^emend: The agent ended with status 0\.\n/);
  expect(served.stderr).toContain('\nAn agent goes on until its standard input ends. Does the program serve one?');
  const later = await chatWith('die');
  expect(later.status).toBe(1);
  expect(later.stdout).toBe('> hi\n\nmy last words\n');
  expect(later.stderr).toContain('emend: The agent ended with status 3.\n');
  expect(later.stderr).toContain('  | config file missing␛[2J\n  | fatal: giving up\n');
});

// The time limits below are long enough for an agent to start and say something on a busy machine.
// At once, because they mostly wait.
test.concurrent('an agent that does not answer', async () => {
  const { status, stderr } = await chatWith('hang', 'hi\n', '--timeout', '12.5');
  expect(status).toBe(1);
  expect(stderr).toContain('emend: The agent did not answer within 12.5 s.\n');
  expect(stderr).toContain('  | connecting to a server that is not there\n');
  expect(stderr).toContain('give it more time with --timeout');
});

test.concurrent('an agent that prints noise is understood all the same', async () => {
  expect(await chatWith('noise')).toEqual({
    status: 0,
    stdout: '> hi\n\nhello\n',
    stderr:
      'emend: The agent printed a line that is not a message: Loading plugins ...\nemend: The agent printed a line that is not a message: Done!\n',
  });
});

test.concurrent('an agent that never gets further than noise is quoted with it', async () => {
  for (const mode of ['noise-and-exit', 'noise-and-hang']) {
    const { status, stderr } = await chatWith(mode, 'hi\n', '--timeout', '12');
    expect(status).toBe(1);
    expect(stderr).toContain('It printed to standard output what is not a message: Loading plugins ...\n');
  }
  expect((await chatWith('noise-v1', '')).stderr).toBe((await chatWith('noise', '')).stderr);
});

test.concurrent('an agent that shakes hands and then opens no session', async () => {
  const { status, stderr } = await chatWith('silent', 'hi\n', '--timeout', '12');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^emend: The agent started, but was silent for 12 s when it was asked for a session\.\nThe command was: .*\nIts standard error ended with:\n {2}\| waiting for a server\nIf it only starts slowly/,
  );
});

test('what went wrong is told before the agent has ended, which may take its time', async () => {
  const chat = spawn(process.execPath, [commandFile, 'chat', '-p', 'hi', '--', process.execPath, rogue, 'linger']);
  let told = '';
  for await (const text of chat.stderr.setEncoding('utf8')) {
    told += text;
    const pid = Number(/\| (\d+)\n/.exec(told)?.[1]);
    // It runs until it is told to end; were it gone already, this would throw.
    if (!Number.isNaN(pid)) process.kill(pid, 'SIGKILL');
  }
  expect([told.replace(/\d+\n$/, 'PID\n'), await once(chat, 'close')]).toEqual([
    'emend: The agent refused: Not today (-32001)\nIts standard error ended with:\n  | PID\n',
    [1, null],
  ]);
});

test('what an agent attaches to an error is said as well', async () => {
  expect(await chatWith('no-key')).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'emend: The agent refused: Internal error: set AGENT_KEY␛[2J first (-32603)\nIts standard error ended with:\n  | reading the settings\n',
  });
  expect(await chatWith('busy')).toEqual({
    status: 1,
    stdout: '> hi\n',
    stderr: 'emend: The agent answered with an error: Internal error: the model is overloaded (-32603)\n',
  });
});

test('a turn that failed inside of the agent is shown with what the agent printed', async () => {
  expect(await chatWith('mistake')).toEqual({
    status: 1,
    stdout: '> hi\n',
    stderr: [
      'emend: The agent answered with an error: Internal error (-32603)',
      'Its standard error ended with:',
      '  | ReferenceError: x is not defined␛[2J',
      '  |     at prompt (agent.mjs:3:5)',
      '',
    ].join('\n'),
  });
});

test('an agent that wants a login only when it is prompted says how as well', async () => {
  const { status, stderr } = await chatWith('login-later');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^emend: The agent wants a login first\. It offers:\n {2}browser .*\nTry: emend chat --login browser/,
  );
});

test('an agent that wants a login says how, and gets it with --login', async () => {
  const { status, stderr } = await chatWith('login');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^emend: The agent wants a login first\. It offers:\n {2}browser {2}Log in with a browser: Opens a page\nTry: emend chat --login browser -- /,
  );
  expect(await chatWith('login', 'hi\n', '--login', 'browser')).toEqual({
    status: 0,
    stdout: '> hi\n\nhello\n',
    stderr: '',
  });
});

test('what the agent cannot do is said', async () => {
  expect((await chatWith('good', '', '--list')).stderr).toBe(
    'emend: Cannot list sessions: the agent does not advertise session.list.\n',
  );
});

test.each([
  [['--mcp', 'nonsense'], 'It must look like NAME=COMMAND ARGS or NAME=URL.'],
  [['--set', 'nonsense'], 'It must look like ID=VALUE.'],
  [['--mcp', '{"type":"http"}'], 'expected'],
  [['--add-dir', 'no-such-folder'], 'There is no directory no-such-folder.'],
  [['--timeout', 'soon'], 'It must be a number of seconds.'],
  [['--watch'], '--watch needs a terminal, or --json'],
  [['--watch', '--json', '-p', 'hello'], '--watch only looks on: leave out --prompt'],
  [['--permissions', 'maybe'], 'maybe cannot be read: no such file or directory.'],
  [['--permissions', join(import.meta.dirname, 'plain-chat.ts')], 'plain-chat.ts: line 1, column 1: it is no JSON.'],
])('wrong usage is status 2: emend chat %j', async (args, words) => {
  const { status, stderr } = await runEmend(['chat', ...args]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
});

test('nothing of an agent reaches the output as a control character', async () => {
  const { stdout } = await chatWith('spoof');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there.
  expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
  expect(stdout).toContain('end of spoof');
});

test('[TE15] what belongs on one line of the output begins no other', async () => {
  const { stdout } = await chatWith('breaks');
  // Only what stands first in a line of ours may stand there, whatever line breaks an agent puts into names, paths and types.
  const beginnings = stdout.split('\n').filter((line) => line !== '' && !/^(?: {4}|[>*~] |\[ \] |\()/.test(line));
  expect(beginnings).toEqual([]);
  expect(stdout).toContain('      path⏎▌ The agent asks for permission⏎ > 1/y⏎ +');
});

test('an agent of the other version is talked to through the bridge', async () => {
  const { status, stdout } = await runEmend([
    ...['chat', '-p', '/think', '-p', '/tools', '--cwd', '/', '--'],
    ...[process.execPath, commandFile, 'agent', '--pace', '0', '--protocol', '1'],
  ]);
  expect(status).toBe(0);
  expect(stdout).toContain('> /think\n\n~ The person wants to see a thought.');
  expect(stdout).toContain('I have thought about it: **42**.\n\n> /tools\n\nI look at the file');
  expect(stdout).toContain('    +   return width * height;');
});

test('an agent that refuses v2 and ends is started again and asked for v1', async () => {
  expect(await chatWith('refuses-v2')).toEqual({ status: 0, stdout: '> hi\n\nhello\n', stderr: '' });
});

test('the agent runs where its command was written, and only the session in --cwd', async () => {
  const agent = [process.execPath, relative(process.cwd(), commandFile), 'agent', '--pace', '0'];
  const { status, stdout, stderr } = await runEmend(['chat', '--cwd', '/', '-p', '/tools', '--', ...agent]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('/src/area.js +1 -1');
});

test('sessions that are kept are listed and go on', async () => {
  const store = mkdtempSync(join(tmpdir(), 'emend-store-'));
  const agent = ['--', process.execPath, commandFile, 'agent', '--pace', '0', '--store', store];
  await runEmend(['chat', '-p', '/think', ...agent]);
  const listed = await runEmend(['chat', '--list', ...agent]);
  expect(listed.stdout).toMatch(/^[-0-9a-f]{36}\t\d{4}-\d\d-\d\dT\S+\t\S+\t\/think\n$/);
  const asJson = await runEmend(['chat', '--list', '--json', ...agent]);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ title: '/think', cwd: process.cwd() });
  const [id = ''] = listed.stdout.split('\t');
  for (const which of [[], [id]]) {
    const { stdout } = await runEmend(['chat', '-p', '/usage', '--resume', ...which, ...agent]);
    expect(stdout).toMatch(/^> \/think\n\n~ The person[\s\S]*\*\*42\*\*\.\n\n> \/usage\n\nThe context/);
  }
  expect((await runEmend(['chat', '-p', 'x', '--resume', 'nowhere', ...agent])).stderr).toBe(
    'emend: The agent refused: There is no session "nowhere". (-32002)\n',
  );
  rmSync(store, { recursive: true });
});

test('--resume goes on with the latest session of all pages, whatever zone its time is in', async () => {
  // Updates of another session than the one that was gone on with would not be shown.
  expect(await chatWith('pages', 'hi\n', '--resume')).toEqual({ status: 0, stdout: '> hi\n\nhello\n', stderr: '' });
});

test('history that the agent sends behind its answer to a load stands before the new prompt', async () => {
  const { status, stdout } = await chatWith('late-history', '', '--resume', 's', '-p', 'third question');
  const said = ['> first question', 'first answer', '> second question', 'second answer', '> third question', 'hello'];
  expect([status, stdout]).toEqual([0, `${said.join('\n\n')}\n`]);
});
