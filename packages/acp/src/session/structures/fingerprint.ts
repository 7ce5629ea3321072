/**
 * Returns a short fingerprint of a text, by which a value that was not kept is recognised when it comes again.
 *
 * It is not safe against forgery. A forged collision would only hide a change that is not shown anyway.
 */
export function fingerprintOf(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x01000193;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 13);
  }
  return `${text.length}:${(first >>> 0).toString(36)}:${(second >>> 0).toString(36)}`;
}
