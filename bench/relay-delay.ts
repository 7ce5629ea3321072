import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));
const echo = ['-e', 'process.stdin.pipe(process.stdout)'];
const relay = [
  '-e',
  `const { spawn } = require('node:child_process');
   const child = spawn(process.execPath, ${JSON.stringify(echo)}, { stdio: ['pipe', 'pipe', 'inherit'] });
   process.stdin.pipe(child.stdin);
   child.stdout.pipe(process.stdout);`,
];

const warmUp = 20;

/** Measures how long a message takes to an agent and back, directly, through a plain relay or through the recorder. */
export async function roundTripMedian(between: 'none' | 'relay' | 'record', rounds: number): Promise<number> {
  const recording = 'recording.ndjson';
  const folder = mkdtempSync(join(tmpdir(), 'emend-bench-'));
  const recorded = [command, 'record', join(folder, recording), '--', process.execPath, ...echo];
  const child = spawn(process.execPath, between === 'none' ? echo : between === 'relay' ? relay : recorded, {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const times: number[] = [];
    for (let round = 0; round < rounds + warmUp; round++) {
      const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { round, text: 'x'.repeat(150) } })}\n`;
      const start = performance.now();
      child.stdin.write(line);
      let arrived = 0;
      while (arrived < line.length) arrived += ((await once(child.stdout, 'data')) as [Buffer])[0].length;
      if (round >= warmUp) times.push(performance.now() - start);
    }
    child.stdin.end();
    await once(child, 'close');
    if (between === 'record') checkRecording(join(folder, recording), rounds + warmUp);
    times.sort((a, b) => a - b);
    return times[Math.floor(times.length / 2)] ?? Number.NaN;
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each message goes by twice: to the agent and back. */
function checkRecording(file: string, messages: number): void {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
  if (lines !== messages * 2) throw new Error(`${lines} messages were recorded instead of ${messages * 2}`);
}
