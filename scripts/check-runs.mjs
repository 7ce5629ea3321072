// npm run check:runs -- [agent|client|bridge] [--runs N] [--load N] [--only PATTERN]...: runs the conformance kit again and again beside a load, and compares the verdicts.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';
import { fail, say, since } from './parts/say.mjs';

const emend = [process.execPath, within('packages/cli/dist/main.js')];
const folder = mkdtempSync(join(tmpdir(), 'emend-check-runs-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Our own peers. The demo agent is paced, so that its slow turn is still running when it is cancelled. */
const prompts = {
  prompt: '/think',
  'prompt-tool': '/tools',
  'prompt-permission': '/permission',
  'prompt-slow': '/slow',
};
const peers = {
  agent: [
    ...Object.entries(prompts).flatMap(([name, text]) => [`--${name}`, text]),
    ...['--', ...emend, 'agent', '--pace', '8', '--store', join(folder, 'store')],
  ],
  client: ['--', ...emend, 'chat', '--prompt', 'hello', '--', '{agent}'],
  bridge: ['--', ...emend, 'bridge', '--', '{agent}'],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '50' },
    load: { type: 'string', default: '8' },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const [kind = 'agent'] = positionals;
const [runs, load] = [Number(values.runs), Number(values.load)];
if (!Object.hasOwn(peers, kind)) fail(`There is no '${kind}' to check, only ${Object.keys(peers).join(', ')}.`);
if (!(runs >= 1 && load >= 0)) fail('The number of runs is 1 or more, and the load 0 or more.');

await ready('packages');
const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
process.on('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** Runs the kit once; returns a line for each check. */
async function verdicts(number) {
  const report = join(folder, `${number}.json`);
  const only = values.only.flatMap((pattern) => ['--only', pattern]);
  const options = ['--jobs', '2', ...only, '--report', `json=${report}`];
  const child = spawn(process.execPath, [...emend.slice(1), 'check', kind, ...options, ...peers[kind]], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const words = [];
  child.stderr.on('data', (bytes) => words.push(bytes));
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status === 2) fail(Buffer.concat(words).toString().trim());
  const { problem, checks } = JSON.parse(readFileSync(report, 'utf8'));
  const lines = checks.map(({ dialect, id, verdict, reason = '' }) => ({ check: `${dialect} ${id}`, verdict, reason }));
  return { status, problem, lines };
}

let first;
let differences = 0;
for (let number = 1; number <= runs; number += 1) {
  const start = performance.now();
  const run = await verdicts(number);
  first ??= run;
  const counts = ['pass', 'fail', 'warn', 'skip'].map(
    (each) => run.lines.filter(({ verdict }) => verdict === each).length,
  );
  say(`run ${number} of ${runs}: status ${run.status}, ${counts.join('/')} pass/fail/warn/skip, ${since(start)}`);
  if (run.problem !== undefined) say(`  ${run.problem}`);
  const before = new Map(first.lines.map(({ check, verdict }) => [check, verdict]));
  const changed = run.lines.filter(({ check, verdict }) => before.get(check) !== verdict);
  if (run.status !== first.status || run.lines.length !== first.lines.length || changed.length > 0) differences += 1;
  for (const { check, verdict, reason } of changed) say(`  ${check}: ${verdict}, not ${before.get(check)}: ${reason}`);
}
for (const { check, verdict, reason } of first.lines) {
  if (verdict === 'fail' || verdict === 'warn') say(`${verdict} ${check}: ${reason}`);
}
say(
  differences === 0
    ? `All ${runs} runs gave the same verdicts.`
    : `${differences} of ${runs} runs differ from the first.`,
);
process.exit(differences === 0 ? 0 : 1);
