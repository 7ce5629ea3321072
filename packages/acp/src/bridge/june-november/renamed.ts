/** Returns a copy of an object in which two keys have changed names, each in its place; a key that the new name had is not lost. */
export function renamed<T extends object>(value: T, from: string, to: string): Readonly<Record<string, unknown>> {
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) copy[key === from ? to : key === to ? from : key] = member;
  return copy;
}

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
