/** Returns the text that stands in v1 for a value of a type that v1 does not know. */
export function placeholderText({ type }: { readonly type: string }): string {
  return `[${type}]`;
}
