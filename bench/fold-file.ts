import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { atMostTimes } from './goals.ts';
import type { Measure } from './harness.ts';

const splitAndParse = `
import { createReadStream } from 'node:fs';
let count = 0;
let rest = '';
for await (const chunk of createReadStream(process.argv[2], { encoding: 'utf8' })) {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) if (JSON.parse(line).params !== undefined) count++;
}
if (count !== Number(process.argv[3])) process.exit(1);
`;

const command = join(dirname(createRequire(import.meta.url).resolve('emend/package.json')), 'dist', 'main.js');

/** Measures the whole command on a file, compared with a script that only splits and parses the file. What it prints for a file of `checked` lines is checked. */
export async function foldFile(lines: number, checked: number): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'emend-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'session.ndjson');
  const script = join(folder, 'parse.mjs');
  writeFileSync(script, splitAndParse);
  await writeLines(file, checked);
  await checkFold([command, 'fold', file], checked);
  if (checked !== lines) await writeLines(file, lines);
  return {
    name: `emend fold of a file of ${lines} lines`,
    unit: 's',
    better: 'lower',
    goal: atMostTimes(1.5, 'split and parse'),
    runs: 'processes',
    contestants: {
      ours: () => secondsOf([command, 'fold', file]),
      'split and parse': () => secondsOf([script, file, `${lines}`]),
    },
  };
}

async function secondsOf(args: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
  return (performance.now() - began) / 1_000;
}

/** Checks once, outside the measurement, that the output of the command contains the text of every line. */
async function checkFold(args: readonly string[], lines: number): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let texts = 0;
  for await (const line of createInterface({ input: child.stdout })) texts += line.split(' of a stream"').length - 1;
  if (texts !== lines) throw new Error(`${texts} of ${lines} chunks were folded`);
}

async function writeLines(file: string, count: number): Promise<void> {
  const stream = createWriteStream(file);
  let text = '';
  for (let index = 0; index < count; index++) {
    const update = {
      sessionUpdate: 'agent_message_chunk',
      messageId: `msg_01hgw2bbg0_${Math.floor(index / 10)}`,
      content: { type: 'text', text: ` token ${index} of a stream` },
    };
    const params = { sessionId: 'sess_01hgw2bbg0', update };
    text += `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`;
    if (text.length < 1_000_000) continue;
    if (!stream.write(text)) await once(stream, 'drain');
    text = '';
  }
  stream.end(text);
  await once(stream, 'close');
}
