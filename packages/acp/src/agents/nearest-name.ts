/** Names are short; a longer text is no misspelt name, and comparing it would only take time. */
const longestName = 64;

/** Returns the name that a misspelt one probably means: at most one change for every three characters. */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  if (text.length > longestName) return undefined;
  const wanted = text.toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(text.length / 3)) + 1;
  for (const name of names) {
    const changes = name.startsWith(wanted) && wanted.length > 1 ? 0.5 : changesBetween(wanted, name.toLowerCase());
    if (changes < least) [nearest, least] = [name, changes];
  }
  return nearest;
}

/** Returns how many characters must be added, removed, replaced or swapped with their neighbour to make one text of the other. */
function changesBetween(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let y = 1; y <= one.length; y++) {
    const next = [y];
    for (let x = 1; x <= other.length; x++) {
      const isSame = one[y - 1] === other[x - 1];
      const isSwapped = y > 1 && x > 1 && one[y - 1] === other[x - 2] && one[y - 2] === other[x - 1];
      next.push(
        Math.min(
          at(row, x) + 1,
          at(next, x - 1) + 1,
          at(row, x - 1) + (isSame ? 0 : 1),
          isSwapped ? at(before, x - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return at(row, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
