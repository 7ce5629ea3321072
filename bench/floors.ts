/**
 * Contestants that do less than ours: what the machine allows at best, or ours itself at the beginning.
 *
 * Being slower than one of them is a distance and no loss, and the report keeps the two apart.
 */
export const floors: ReadonlySet<string> = new Set([
  'JSON.parse',
  'split + JSON.parse',
  'split and parse',
  'parse and stringify',
  'no bridge',
  'a plain relay',
  'no relay',
  'bare SQLite',
  'node -e 0',
  'first tenth',
  'at the start',
]);
