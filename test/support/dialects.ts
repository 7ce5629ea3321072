import { importsOf, resolveRelative } from './imports.ts';
import type { SourceFile } from './repository.ts';

/** The dialect that a file belongs to: every folder of `protocol` is one that is not for all of them. */
const dialectOf = (path: string) =>
  /^packages\/acp\/src\/protocol\/(?!base\/|reading\/|schema\/|test-support\/)([^/]+)\//.exec(path)?.[1];

function localImports(file: SourceFile): string[] {
  return importsOf(file).flatMap(({ specifier }) =>
    specifier?.startsWith('.') ? [resolveRelative(file.path, specifier)] : [],
  );
}

/** Paths by which one dialect of the protocol reaches another, straight or over other files. */
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
