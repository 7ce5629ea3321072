// Byte order marks are kept here: only the line splitter knows which one begins the stream.
const strict = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const loose = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/** Returns the text of these bytes, or `undefined` if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the text of these bytes, with replacement characters where they are not UTF-8. */
export function decodeUtf8Loosely(bytes: Uint8Array): string {
  return loose.decode(bytes);
}
