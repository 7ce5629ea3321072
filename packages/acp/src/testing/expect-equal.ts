/** Throws unless both values have the same JSON text; the message shows where they differ. */
export function expectEqual(found: unknown, expected: unknown): void {
  const foundText = JSON.stringify(found) ?? 'undefined';
  const expectedText = JSON.stringify(expected) ?? 'undefined';
  if (foundText === expectedText) return;
  let at = 0;
  while (foundText[at] === expectedText[at]) at += 1;
  const from = Math.max(0, at - 60);
  throw new Error(
    `expected …${expectedText.slice(from, at + 120)}\n   found …${foundText.slice(from, at + 120)}\n(from character ${at})`,
  );
}
