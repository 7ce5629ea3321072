/** Returns a working directory in the form that is compared: without separators at its end. */
export function folderOf(path: string): string {
  // A backslash is a letter like any other where paths start with a slash.
  const separators = path.startsWith('/') ? '/' : '/\\';
  // By character: a pattern for the end would look at each run of separators again and again.
  let length = path.length;
  while (length > 0 && separators.includes(path.charAt(length - 1))) length -= 1;
  const bare = path.slice(0, length);
  const isRoot = bare === '' || /^[A-Za-z]:$/.test(bare);
  return isRoot ? path.slice(0, bare.length + 1) : bare;
}
