import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Template } from './arguments.ts';

/** A file of the project: its path from the folder of the project, with slashes, and its text. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** What a template does not know. */
interface ProjectValues {
  /** Name of the project. */
  readonly name: string;
  /** Version of Emend to depend on. */
  readonly version: string;
}

const folder = fileURLToPath(new URL('../template/', import.meta.url));

/** Returns the files of a new project, sorted by their paths. */
export function projectFiles(template: Template, values: ProjectValues): ProjectFile[] {
  return ['both', template]
    .flatMap((part) => filesIn(join(folder, part)))
    .map(({ path, text }) => ({ path, text: filledIn(text, values) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function filesIn(root: string): ProjectFile[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath ?? entry.path, entry.name);
      // npm leaves a file with the name .gitignore out of a package.
      const path = relative(root, file)
        .split(sep)
        .map((part) => (part === 'gitignore' ? '.gitignore' : part))
        .join('/');
      return { path, text: readFileSync(file, 'utf8') };
    });
}

function filledIn(text: string, { name, version }: ProjectValues): string {
  return text.replaceAll('{{name}}', name).replaceAll('{{version}}', version);
}
