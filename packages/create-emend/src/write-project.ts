import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProjectFile } from './project-files.ts';
import { errorCode, Refusal } from './refusal.ts';

/** Throws a refusal unless a folder is new or empty. A repository of git without files counts as empty. */
export function checkFolder(folder: string): void {
  const found = entriesOf(folder).filter((name) => name !== '.git');
  if (found.length === 0) return;
  const [first] = found.sort();
  const others = found.length === 1 ? '' : ` and ${found.length - 1} more`;
  throw new Refusal(`${folder} is not empty: it has ${first}${others}. Name a new folder, or an empty one.`);
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    if (errorCode(error) === 'ENOTDIR') throw new Refusal(`${folder} is not a folder. Name a new folder.`);
    throw cannot(`read ${folder}`, error);
  }
}

/** Writes the files of a project. Never replaces a file, not even one that appeared after the folder was checked. */
export function writeProject(folder: string, files: readonly ProjectFile[]): void {
  for (const { path, text } of files) {
    const file = join(folder, path);
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    } catch (error) {
      throw cannot(`write ${file}`, error);
    }
  }
}

function cannot(what: string, error: unknown): Refusal {
  return new Refusal(`Cannot ${what}: ${error instanceof Error ? error.message : String(error)}.`);
}
