import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The parts of the library that these programs use, from its source. */
const doors = ['/log/store', '/log', '/node', ''];

/** Bundles a TypeScript program into one JavaScript file, so that another process can run it; returns its path. */
export async function bundledProgram(program: URL): Promise<string> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const entry = fileURLToPath(program);
  const outfile = join(root, '.cache', `${basename(entry, '.ts')}-${process.pid}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['libsql', 'pg', 'ws'],
    alias: Object.fromEntries(
      doors.map((door) => [`@emend/acp${door}`, join(root, `packages/acp/src${door}/index.ts`)]),
    ),
  });
  return outfile;
}
