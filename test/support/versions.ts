import { importsOf, resolveRelative } from './imports.ts';
import type { SourceFile } from './repository.ts';

const version = (path: string) => /^packages\/acp\/src\/protocol\/(?:.*\/)?(v[12])(?:\/|\.ts$)/.exec(path)?.[1];

function localImports(file: SourceFile): string[] {
  return importsOf(file).flatMap(({ specifier }) =>
    specifier?.startsWith('.') ? [resolveRelative(file.path, specifier)] : [],
  );
}

/** Paths by which one version of the protocol reaches the other, straight or over other files. */
export function versionProblems(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, localImports(file)]));
  return files.flatMap(({ path }) => {
    const own = version(path);
    if (own === undefined) return [];
    const trail = new Map<string, string>([[path, path]]);
    for (const [at, way] of trail) {
      for (const next of imports.get(at) ?? []) {
        const other = version(next);
        if (other !== undefined && other !== own) return [`${way} -> ${next}: ${own} may not import ${other}`];
        if (!trail.has(next)) trail.set(next, `${way} -> ${next}`);
      }
    }
    return [];
  });
}
