/** Paths of Unix and of Windows: the agent may run elsewhere than the kit. */
const absolute = /^([/\\]|[A-Za-z]:[/\\])/;

/** Returns whether a path is absolute on any system. */
export function isAbsolute(path: string): boolean {
  return absolute.test(path);
}
