import type { Manifest, SourceFile } from './repository.ts';

const source = 'packages/acp/src/';

/** Subpaths that are another name for a folder: `v2` once meant only the draft of June. */
const otherNames: ReadonlyMap<string, string> = new Map([['./protocol/v2', './protocol/june']]);

/** What package.json should say for the index of a folder: `{ "types": ..., "default": ... }`. */
export function conditionsOf(subpath: string): { types: string; default: string } {
  const built = `./dist/${subpath === '.' ? '' : `${subpath.slice(2)}/`}index`;
  return { types: `${built}.d.ts`, default: `${built}.js` };
}

/** The subpath under which the index of a folder is exported. */
function subpathOf(path: string): string {
  const folder = path.slice(source.length, -'index.ts'.length).replace(/\/$/, '');
  return folder === '' ? '.' : `./${folder}`;
}

/** Differences between the folders that have an index and what package.json exports. */
export function exportProblems(files: readonly SourceFile[], manifest: Manifest): string[] {
  const indexes = files.filter(({ path }) => path.startsWith(source) && /(^|\/)index\.ts$/.test(path));
  const expected = new Map(indexes.map(({ path }) => [subpathOf(path), path]));
  const found = manifest.exports ?? {};
  const missing = [...expected].flatMap(([subpath, path]) => {
    if (!Object.hasOwn(found, subpath)) return [`${path}: package.json does not export ${subpath}`];
    const [said, wanted] = [found[subpath], conditionsOf(subpath)].map((value) => JSON.stringify(value));
    return said === wanted ? [] : [`package.json exports ${subpath} as ${said} instead of ${wanted}`];
  });
  const extra = Object.keys(found).filter(
    (subpath) => !subpath.endsWith('.json') && !expected.has(otherNames.get(subpath) ?? subpath),
  );
  return [...missing, ...extra.map((subpath) => `package.json exports ${subpath}, which has no index.ts`)];
}

/** The built files that package.json promises. */
export function promisedFiles(manifest: Manifest): string[] {
  return Object.values(manifest.exports ?? {}).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target as Record<string, string>),
  );
}
