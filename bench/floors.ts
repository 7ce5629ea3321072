/**
 * Contestants that do less work than ours: the best that the machine allows, or ours at the start of a session.
 *
 * They are lower bounds, so the report does not count being slower than one of them as a loss.
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
