/** Explains the names of dialects in a help text. */
export const dialectHelp =
  'Versions: 1, and two drafts of version 2: june (also called 2) and november, which agents speak today.';
