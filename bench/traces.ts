import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the files of a folder that contain a text. They are read in reverse alphabetical order: the write-ahead log before its
 * database, so that text that moves from the log to the database in the meantime is found.
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
    // A file that was deleted in the meantime contains nothing.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
