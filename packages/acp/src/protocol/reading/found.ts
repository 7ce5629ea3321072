const longest = 40;

/** Describes a value in a few words, for an error message. Long strings are cut. */
export function describeFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'string':
      return `string ${JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value)}`;
    case 'number':
    case 'boolean':
      return `${typeof value} ${value}`;
    default:
      return typeof value;
  }
}
