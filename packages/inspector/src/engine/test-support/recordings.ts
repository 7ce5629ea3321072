/** Returns a block of text. */
export function text(value: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: value };
}
