/** Text as one word of a shell; bash, zsh and fish agree on this. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
