/**
 * A short text that stands for a long one: equal for equal texts, and for others different but for chance.
 *
 * It lets a state notice that a value it did not keep came again. Whoever forged a collision would only hide a change that is not shown anyway.
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
