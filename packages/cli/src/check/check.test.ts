import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { runEmend } from '../test-support/built-command.ts';
import { peer, stillRunning } from './test-support/checked-peer.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-check-test-'));
beforeAll(buildPackages);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `emend check agent` on a peer of the tests, which is started in nobody's way. */
const check = (options: readonly string[], command: readonly string[]) =>
  runEmend(['check', 'agent', ...options, '--', ...command]);

test('[CK1] [CK2] a run without failures has status 0, and a line for each check', async () => {
  expect(await check(['--only', 'session.new', '--only', 'cancel.running'], peer('right'))).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^pass\t1\tsession\.new\t[A-Z\d,]+\t.*\nskip\t1\tcancel\.running\t[A-Z\d,]+\t.*\n$/),
    stderr: expect.stringMatching(
      /^\nSKIP .*--prompt-slow.*: cancel\.running\n\nemend check agent: 1 passed, 1 skipped\n$/,
    ),
  });
});

test('[CK1] [CK3] [CK4] [CK8] [CK9] what a peer does wrong is told, kept and reported, whatever it says', async () => {
  const [json, junit, markdown, transcripts] = ['r.json', 'r.xml', 'r.md', 'recordings'].map((name) =>
    join(folder, name),
  );
  const reports = [`json=${json}`, `junit=${junit}`, `markdown=${markdown}`].flatMap((each) => ['--report', each]);
  const only = ['--only', 'prompt.stop-reason', '--only', 'session.new'];
  const { status, stdout, stderr } = await check(
    [...only, ...reports, '--transcripts', String(transcripts)],
    peer('hostile'),
  );
  expect([status, stdout.split('\n').map((line) => line.split('\t').slice(0, 3).join(' '))]).toEqual([
    1,
    ['pass 1 session.new', 'fail 1 prompt.stop-reason', ''],
  ]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
  expect(stdout + stderr).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
  expect(stderr).toContain('FAIL prompt.stop-reason (1)');
  expect(stderr).toContain('emend check agent --protocol 1 --only prompt.stop-reason -- ');
  const { kind, dialects, summary, checks } = JSON.parse(readFileSync(String(json), 'utf8'));
  expect({ kind, dialects, summary, verdicts: checks.map(({ verdict }: { verdict: string }) => verdict) }).toEqual({
    kind: 'agent',
    dialects: ['1'],
    summary: { pass: 1, fail: 1, warn: 0, skip: 0 },
    verdicts: ['pass', 'fail'],
  });
  expect(readFileSync(String(junit), 'utf8')).toContain('tests="2" failures="1"');
  expect(readFileSync(String(markdown), 'utf8')).toContain('## fail: prompt.stop-reason (1)');
  expect(stderr).toContain('  stderr    I made that up␛[2J\n');
  expect(readdirSync(String(transcripts)).sort()).toEqual([
    'prompt.stop-reason.1.ndjson',
    'prompt.stop-reason.1.stderr.txt',
  ]);
  expect(readFileSync(join(String(transcripts), 'prompt.stop-reason.1.stderr.txt'), 'utf8')).toBe(
    'I made that up\x1b[2J\n',
  );
  const folded = await runEmend(['fold', join(String(transcripts), 'prompt.stop-reason.1.ndjson')]);
  expect([folded.status, Object.keys(JSON.parse(folded.stdout).sessions)]).toEqual([0, ['s1']]);
});

/** A peer that notes its processes in a file, which is the last word of its command. */
const noted = (mode: string) => peer(mode, join(folder, `${mode}.ids`));

// Only what is silent is waited for: a machine that is busy takes its time to start the others.
test.each<[string, string[], RegExp, string?]>([
  [
    'does not exist',
    ['emend-no-such-command'],
    /^emend check: The agent could not be started: .*emend-no-such-command.*\nThe command was: emend-no-such-command\nNothing was checked\.\n$/,
  ],
  [
    'exits at once',
    noted('exits'),
    /^emend check: The agent completed no handshake: the agent ended the connection before an answer to initialize\.\nThe command was: .*\nIts standard error ended with:\n {2}\| no licence␛\[2J here\nNothing was checked\.\n$/,
  ],
  ['never answers', noted('silent'), /no sign of an answer to initialize within 1 s; seen meanwhile: nothing\./, '1'],
  ['prints garbage', noted('garbage'), /within 1 s; seen meanwhile: (nothing|a line that is no JSON.*)\./, '1'],
  [
    'is a client',
    noted('client'),
    /(within 1 s; seen meanwhile: nothing|it sends initialize itself, so it is a client and not an agent)\./,
    '1',
  ],
])('[CK1] [CK5] a command that %s has status 3', async (name, command, words, timeout = '30') => {
  const report = join(folder, `${name}.json`);
  expect(await check(['--timeout', timeout, '--report', `json=${report}`], command)).toEqual({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(words),
  });
  expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({
    kind: 'agent',
    dialects: [],
    problem: expect.stringMatching(/^The agent (could not be started|completed no handshake): /),
    summary: { pass: 0, fail: 0, warn: 0, skip: 0 },
    checks: [],
  });
  await expect.poll(() => stillRunning(String(command.at(-1)))).toEqual([]);
});

test('[CK5] [CK6] a command that floods has status 3, and is not left behind', async () => {
  const notes = join(folder, 'flood');
  expect(await check(['--protocol', '1'], peer('flood', notes))).toEqual({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(/completed no handshake: the agent sends without end; there was no room for /),
  });
  await expect.poll(() => stillRunning(notes)).toEqual([]);
});

test('[CK6] what a peer started is not left behind', async () => {
  const notes = join(folder, 'children');
  const only = ['--protocol', '1', '--only', 'session.new'];
  expect(await check(only, peer('leaves-child', notes))).toMatchObject({ status: 0 });
  expect(readFileSync(notes, 'utf8').trim().split('\n').length).toBeGreaterThanOrEqual(4);
  await expect.poll(() => stillRunning(notes)).toEqual([]);
});

test('[CK10] a pattern that names no check is wrong usage', async () => {
  const { status, stdout, stderr } = await check(['--only', 'config'], ['x']);
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    "error: No check is named 'config'. Did you mean options?\nRun 'emend check --help' for help.\n",
  ]);
});

test('[CK10] a run that would look at nothing is wrong usage', async () => {
  const { status, stdout, stderr } = await check(['--only', 'states'], peer('right'));
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    "error: None of the checks that are left by --only and --skip is for 1.\nRun 'emend check --help' for help.\n",
  ]);
});

test('[CK5] [CK6] an agent that leaves a process behind is told, and the process is ended', async () => {
  const notes = join(folder, 'left');
  const { status, stdout } = await check(['--only', 'K6'], peer('leaves-child', notes));
  expect([status, stdout.split('\t').slice(0, 3)]).toEqual([1, ['fail', '1', 'output.no-processes']]);
  await expect.poll(() => stillRunning(notes)).toEqual([]);
});

test.each([
  ['right', 0, 'pass'],
  ['pieces', 1, 'fail'],
] as const)('[CK1] a character in two pieces reaches a process as two reads: %s', async (mode, status, verdict) => {
  const found = await check(['--protocol', '1', '--only', 'output.encoding'], peer(mode));
  expect([found.status, found.stdout.split('\t').slice(0, 3)]).toEqual([status, [verdict, '1', 'output.encoding']]);
});

test('[CK2] the list has every check with its rules', async () => {
  const { status, stdout, stderr } = await runEmend(['check', 'list']);
  expect([status, stderr]).toEqual([0, '']);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(rows.filter((row) => row.length !== 4 || row.some((cell) => cell === ''))).toEqual([]);
  expect(rows.find(([, id]) => id === 'prompt.one-answer')).toEqual([
    'agent',
    'prompt.one-answer',
    expect.stringMatching(/^[A-Z]\d+(,[A-Z]\d+)*$/),
    'a prompt is answered exactly once.',
  ]);
});
