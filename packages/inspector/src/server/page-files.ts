import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the page. */
interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const typeOf: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

// The same way from the sources and from the compiled files.
const builtFolder = () => fileURLToPath(new URL('../../dist/page/', import.meta.url));
const clonesBuild = () => new URL('../../build-page.mjs', import.meta.url).href;

/**
 * Reads the built page into memory and returns its files by their paths. A request can only name a path of this list, so that
 * none leads out of the folder. In a clone, the page is built first if it has not been built yet.
 */
export async function readPage(): Promise<ReadonlyMap<string, PageFile>> {
  try {
    return readFolder(builtFolder());
  } catch {
    // Only a clone has this file; a published package has the page.
    const { buildPage }: { buildPage(): Promise<void> } = await import(clonesBuild());
    await buildPage();
    return readFolder(builtFolder());
  }
}

function readFolder(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder)) {
    const type = typeOf[extname(name)];
    if (type !== undefined) files.set(`/${name}`, { type, bytes: readFileSync(join(folder, name)) });
  }
  const index = files.get('/index.html');
  if (index === undefined) throw new Error('The page has not been built.');
  return files.set('/', index);
}
