/** Smaller values than this one, the smallest first. */
function* smaller(value: unknown): Generator<unknown> {
  if (typeof value === 'string') {
    if (value.length > 4) yield value.slice(0, value.length >> 1);
  } else if (Array.isArray(value)) {
    if (value.length > 1) {
      yield value.slice(0, value.length >> 1);
      yield value.slice(value.length >> 1);
    }
    for (let at = 0; at < value.length; at++) yield value.toSpliced(at, 1);
    for (const [at, item] of value.entries()) for (const less of smaller(item)) yield value.with(at, less);
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      const { [key]: item, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const less of smaller(item)) yield { ...rest, [key]: less };
    }
  }
}

/** The smallest value found that still fails, within a bound of tries. */
export function shrunk<T>(value: T, fails: (value: T) => boolean, tries = 3_000): T {
  let [best, left] = [value, tries];
  for (let isSmaller = true; isSmaller && left > 0; ) {
    isSmaller = false;
    for (const less of smaller(best)) {
      if (left-- === 0) break;
      if (!fails(less as T)) continue;
      best = less as T;
      isSmaller = true;
      break;
    }
  }
  return best;
}
