const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['copy', '©'],
]);

/** Returns text of Markdown with the usual entities of HTML replaced by what they stand for. */
export function withoutEntities(text: string): string {
  return text.replace(/&(?:([a-z]{2,6})|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));/g, (whole, name, decimal, hex) => {
    if (name !== undefined) return named.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
