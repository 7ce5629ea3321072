// Byte order marks are kept here: only the one that begins a stream has no meaning, and the splitter knows which that is.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const loose = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/** The text these bytes stand for, or nothing where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text these bytes stand for, with replacement characters where they are not UTF-8. */
export function decodeUtf8Loosely(bytes: Uint8Array): string {
  return loose.decode(bytes);
}
