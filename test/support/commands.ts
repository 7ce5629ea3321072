import { importsOf, resolveRelative } from './imports.ts';
import type { SourceFile } from './repository.ts';

const source = 'packages/cli/src/';

/** The one file that knows every command. */
const table = `${source}commands.ts`;

const folderOf = (path: string) => (path.startsWith(source) ? path.slice(source.length).split('/')[0] : undefined);

/** Returns imports into the folder of a command from elsewhere: code that two commands need belongs to neither. */
export function commandProblems(files: readonly SourceFile[]): string[] {
  const commands = new Set(
    files.filter(({ path }) => path.endsWith('/command.ts')).flatMap(({ path }) => folderOf(path) ?? []),
  );
  return files
    .filter(({ path }) => path.startsWith(source) && path !== table)
    .flatMap((file) => {
      const own = folderOf(file.path);
      return importsOf(file).flatMap(({ specifier, line }) => {
        const target = specifier?.startsWith('.') ? folderOf(resolveRelative(file.path, specifier)) : undefined;
        if (target === undefined || target === own || !commands.has(target)) return [];
        return [`${file.path}:${line}: imports ${specifier}: nothing but the table of commands may import ${target}`];
      });
    });
}
