import { isAbsoluteUri } from '../../../protocol/reading/text-format.ts';

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
