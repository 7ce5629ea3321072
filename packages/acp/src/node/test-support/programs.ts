import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'emend-programs-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** The path of a file that is not there yet; it is gone when the tests have ended. */
export function newPath(): string {
  count += 1;
  return join(folder, `file-${count}`);
}

/** Turns the source of a program, whose imports are relative to `node/`, into a file that plain Node runs. */
export async function program(source: string): Promise<string> {
  count += 1;
  const outfile = join(folder, `program-${count}.mjs`);
  const resolveDir = fileURLToPath(new URL('..', import.meta.url));
  await build({
    stdin: { contents: source, resolveDir, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** The start of a plain program that calls `onMessage` for each message it gets and has `send` to answer. */
export const plainAgent = `
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text) => {
    const lines = (rest + text).split('\\n');
    rest = lines.pop();
    for (const line of lines) onMessage(JSON.parse(line));
  });
`;

/** Waits until a condition holds; fails after some minutes. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 200_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
