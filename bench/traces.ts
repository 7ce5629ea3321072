import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The files of a folder in which a text stands. The last in the alphabet are read first: a write-ahead log comes after its database,
 * and what moves from the one to the other in the meantime is seen.
 */
export async function standsIn(folder: string, text: string): Promise<string[]> {
  const names = (await readdir(folder)).sort().reverse();
  const found: string[] = [];
  for (const name of names) if ((await contentOf(join(folder, name))).includes(text)) found.push(name);
  return found;
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    // A file that has gone in the meantime holds nothing.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
