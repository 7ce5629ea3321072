import type { Manifest } from './repository.ts';

/** Packages that could not be published as they are: dependencies by path, or versions that do not agree. */
export function manifestProblems(packages: readonly Manifest[]): string[] {
  const versions = new Map(packages.map(({ name, version }) => [name, version]));
  const [first] = packages;
  return packages.flatMap(({ name, version, ...manifest }) => {
    const { dependencies: needed, devDependencies, peerDependencies, optionalDependencies } = manifest;
    const all = { ...devDependencies, ...needed, ...peerDependencies, ...optionalDependencies };
    const dependencies = Object.entries(all).flatMap(([dependency, range]) => {
      if (/^(file|link|workspace|portal|git|https?|github):?/.test(range))
        return [`${name} depends on ${dependency} by ${range}`];
      const own = versions.get(dependency);
      return own !== undefined && own !== range ? [`${name} wants ${dependency} ${range}, which is at ${own}`] : [];
    });
    const isOdd = version !== first?.version;
    return isOdd ? [...dependencies, `${name} is at ${version}, ${first?.name} at ${first?.version}`] : dependencies;
  });
}

/** What the check reads of a package in the lock file. */
export interface LockedPackage {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function isLocked(locked: Readonly<Record<string, LockedPackage>>, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (Object.hasOwn(locked, `${folder === '' ? '' : `${folder}/`}node_modules/${name}`)) return true;
    if (folder === '') return false;
  }
}

/**
 * Optional packages, such as the binaries of other platforms, that the lock file does not list: npm leaves out what it
 * could not fetch when the file was written, and `npm ci` then refuses the file everywhere.
 */
export function lockProblems(locked: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(locked).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {})
      .filter((name) => !isLocked(locked, path, name))
      .map((name) => `package-lock.json lists ${path} without its optional ${name}`),
  );
}
