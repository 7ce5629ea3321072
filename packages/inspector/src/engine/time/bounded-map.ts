/** Removes the oldest entries of a map that has become too large, many at once, so that one more entry stays cheap. */
export function keepNewest(map: Map<unknown, unknown>, most: number): void {
  if (map.size <= most) return;
  let surplus = Math.ceil(most / 10);
  for (const key of map.keys()) {
    if (surplus-- === 0) return;
    map.delete(key);
  }
}
