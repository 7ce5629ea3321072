import { importsOf, resolveRelative } from './imports.ts';
import type { SourceFile } from './repository.ts';

/** Returns the dialect of a file: each folder of `protocol` is a dialect, except those that all dialects share. */
const dialectOf = (path: string) =>
  /^packages\/acp\/src\/protocol\/(?!base\/|git-patch\/|reading\/|schema\/|test-support\/)([^/]+)\//.exec(path)?.[1];

function localImports(file: SourceFile): string[] {
  return importsOf(file).flatMap(({ specifier }) =>
    specifier?.startsWith('.') ? [resolveRelative(file.path, specifier)] : [],
  );
}

/** Returns import paths from one dialect to another, direct or through other files. */
export function dialectProblems(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, localImports(file)]));
  return files.flatMap(({ path }) => {
    const own = dialectOf(path);
    if (own === undefined) return [];
    const trail = new Map<string, string>([[path, path]]);
    for (const [at, way] of trail) {
      for (const next of imports.get(at) ?? []) {
        const other = dialectOf(next);
        if (other !== undefined && other !== own) return [`${way} -> ${next}: ${own} may not import ${other}`];
        if (!trail.has(next)) trail.set(next, `${way} -> ${next}`);
      }
    }
    return [];
  });
}
