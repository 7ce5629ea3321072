import { Refusal } from './refusal.ts';

const longest = 214;

/** Names that npm refuses, and those of packages that the project itself installs. */
const taken = new Set(['node_modules', 'favicon.ico', 'emend', 'typescript']);

/** Throws a refusal if npm would not take a name for a package. */
export function checkProjectName(name: string): void {
  const problem = problemOf(name);
  if (problem !== undefined) {
    throw new Refusal(`'${name}' cannot be the name of a package: ${problem}. Choose another name for the folder.`);
  }
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > longest) return `it is longer than ${longest} characters`;
  if (taken.has(name)) return 'the name is taken';
  if (/[A-Z]/.test(name)) return 'it has capital letters';
  if (/^[._-]/.test(name)) return 'it begins with a dot, an underscore or a hyphen';
  if (!/^[a-z0-9._-]+$/.test(name)) return 'it may have letters a to z, digits, hyphens, underscores and dots';
  return undefined;
}
