/** Returns the index of the first item at or after a position, in items sorted by position. */
export function lowerBound<T>(items: readonly T[], position: number, positionOf: (item: T) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positionOf(items[middle] as T) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
