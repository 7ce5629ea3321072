type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** An object type in which properties that may be undefined are optional instead. */
export type Present<T> = { [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & {
  [K in OptionalKeys<T>]?: Exclude<T[K], undefined>;
};

/**
 * Returns a copy of an object without the properties that are undefined; null and every other value stay, in the same order.
 * `present({ id, title })` stands for `{ id, ...(title === undefined ? {} : { title }) }`.
 */
export function present<const T extends object>(fields: T): Present<T> {
  const found: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) found[key] = value;
  return found as Present<T>;
}
