/**
 * Returns the real path of an absolute path, with all links and `..` followed as the system does, or undefined if there is none. What does
 * not exist yet is judged by the nearest folder that does.
 */
export type RealPath = (path: string) => string | undefined;

/** Where a path of a request leads. */
export interface Place {
  /** The path as it is written, made absolute and without `..`; undefined if it can be read in several ways. */
  readonly written: string | undefined;
  /** The real path; undefined if it cannot be resolved. */
  readonly real: string | undefined;
}

const longest = 4096;

// A tool that expands `~`, reads a URL, or takes a backslash for a slash would go somewhere else than one that does not.
const ambiguous = /^~|^[A-Za-z][A-Za-z\d+.-]*:|\p{Cc}|\p{Surrogate}|\\/u;
const drive = /^[A-Za-z]:\//;
// On Windows: streams and wildcards, names that lose their last character, and devices.
const ambiguousOnWindows =
  /^[~/]|[:*?"<>|]|\p{Cc}|\p{Surrogate}|[^./][. ]+(?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(?:\.[^/]*)?(?:\/|$)/iu;

/** Returns whether a path is one of Windows. */
function isOfWindows(path: string): boolean {
  return /^[A-Za-z]:[\\/]|^\\\\/.test(path);
}

/** Returns an absolute path for a path of a session, with its `..`; undefined if it can be read in several ways. */
function absolutePath(path: string, cwd: string): string | undefined {
  if (path === '' || path.length > longest) return undefined;
  if (!isOfWindows(cwd)) {
    if (ambiguous.test(path) || !cwd.startsWith('/')) return undefined;
    return path.startsWith('/') ? path : `${cwd}/${path}`;
  }
  const [base, given] = [cwd, path].map((each) => each.replaceAll('\\', '/')) as [string, string];
  const isAbsolute = drive.test(given);
  if (!drive.test(base) || ambiguousOnWindows.test(isAbsolute ? given.slice(3) : given)) return undefined;
  return isAbsolute ? given : `${base}/${given}`;
}

/** Returns an absolute path with slashes, without `.`, `..`, and double or last slashes. */
export function normalPath(path: string): string {
  const text = slashed(path);
  const root = drive.test(text) ? text.slice(0, 2) : '';
  const kept: string[] = [];
  for (const name of text.slice(root.length).split('/')) {
    if (name === '..') kept.pop();
    else if (name !== '' && name !== '.') kept.push(name);
  }
  return `${root.toUpperCase()}/${kept.join('/')}`;
}

function slashed(path: string): string {
  return isOfWindows(path) || drive.test(path) ? path.replaceAll('\\', '/') : path;
}

/** Returns where a path of a session leads. */
export function placeOf(path: string, cwd: string, realPath: RealPath): Place {
  const absolute = absolutePath(path, cwd);
  if (absolute === undefined) return { written: undefined, real: undefined };
  const written = normalPath(absolute);
  const real = realPath(written);
  // After a link, `..` leads elsewhere than it seems, depending on who reads the path.
  const isClear = !hasParents(absolute) || realPath(absolute) === real;
  return { written, real: real === undefined || !isClear ? undefined : normalPath(real) };
}

function hasParents(path: string): boolean {
  return path.split('/').includes('..');
}

/** Returns the names of the folders of a normal path, and of the last one, from the root on. */
export function foldersOf(path: string): readonly string[] {
  return path.split('/').filter((name, index) => name !== '' || index === 0);
}

/** Returns whether a normal path is a folder or below it. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
