/** A working directory as it is compared: a separator at its end makes no other folder of it. */
export function folderOf(path: string): string {
  // A backslash is a letter like any other where paths start with a slash.
  const bare = path.replace(path.startsWith('/') ? /\/+$/ : /[\\/]+$/, '');
  const isRoot = bare === '' || /^[A-Za-z]:$/.test(bare);
  return isRoot ? path.slice(0, bare.length + 1) : bare;
}
