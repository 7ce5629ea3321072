import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** What of the library these programs use, from its source. */
const doors = ['/log', '/node', ''];

/** Makes one JavaScript file of a program in this folder, so that a process of its own can run it; gives its path. */
export async function bundled(program: string): Promise<string> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const outfile = join(root, '.cache', `${program}-${process.pid}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`./${program}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['libsql'],
    alias: Object.fromEntries(
      doors.map((door) => [`@emend/acp${door}`, join(root, `packages/acp/src${door}/index.ts`)]),
    ),
  });
  return outfile;
}
