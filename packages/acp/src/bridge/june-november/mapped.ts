/** Returns a list with every item converted; a list in which nothing changes is returned itself. */
export function mapped<T, Result>(list: readonly T[], convert: (item: T, index: number) => Result): readonly Result[] {
  let changed: Result[] | undefined;
  for (const [index, item] of list.entries()) {
    const converted = convert(item, index);
    if (changed === undefined && (converted as unknown) !== item) {
      changed = list.slice(0, index) as unknown[] as Result[];
    }
    changed?.push(converted);
  }
  return changed ?? (list as unknown as readonly Result[]);
}
