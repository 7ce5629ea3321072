import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPage } from '../server/page-files.ts';
import type { PageParts } from './page-text.ts';

// The same way from the sources and from the compiled files.
const builtWorker = () => fileURLToPath(new URL('../../dist/worker/main.js', import.meta.url));

/** Reads what an exported page is made of. In a clone, it is built first if it has not been built yet. */
export async function readParts(): Promise<PageParts> {
  const files = await readPage();
  const textOf = (path: string): string => {
    const file = files.get(path);
    if (file === undefined) throw new Error(`The page has no ${path}.`);
    return file.bytes.toString('utf8');
  };
  return { script: textOf('/main.js'), style: textOf('/main.css'), worker: readFileSync(builtWorker(), 'utf8') };
}
