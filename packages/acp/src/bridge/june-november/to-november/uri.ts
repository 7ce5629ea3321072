/** Returns whether a November client takes a URI: it must be absolute. */
export function isAbsoluteUri(uri: string): boolean {
  try {
    new URL(uri);
    return true;
  } catch {
    return false;
  }
}

/** Returns the URI of a file by its absolute path; `undefined` if the text is none. */
export function fileUri(path: string): string | undefined {
  if (!path.startsWith('/') || path.startsWith('//')) return undefined;
  try {
    const uri = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
    return isAbsoluteUri(uri) ? uri : undefined;
  } catch {
    // Half of a surrogate pair has no encoding.
    return undefined;
  }
}
