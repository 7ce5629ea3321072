/** The first and last code point of each range that is two cells wide, without emoji. */
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}\p{Zl}\p{Zp}\u1160-\u11ff]+$/u;
const emoji = /^\p{Emoji_Presentation}/u;
// Fast path: nearly all text is printable ASCII, one cell per character.
const simple = /^[\x20-\x7e]*$/;

function isWide(codePoint: number): boolean {
  if (codePoint < 0x1100) return false;
  let low = 0;
  let high = wideRanges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = wideRanges[middle] as readonly [number, number];
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** Returns the width of one grapheme in cells: 0, 1 or 2. */
export function graphemeWidth(grapheme: string): number {
  const codePoint = grapheme.codePointAt(0) ?? 0;
  if (grapheme.length === 1 && codePoint >= 0x20 && codePoint < 0x7f) return 1;
  if (zeroWidth.test(grapheme)) return 0;
  if (isWide(codePoint) || emoji.test(grapheme)) return 2;
  // The variation selector requests the emoji form of a character that is text by default.
  return grapheme.includes('\ufe0f') && grapheme.length > 1 ? 2 : 1;
}

/** Longest grapheme; combining marks and joined emoji could continue one without end. */
const longestGrapheme = 64;

/** Splits a text into graphemes, which a person sees as single characters. */
export function* graphemes(text: string): Generator<string> {
  if (simple.test(text)) yield* text;
  else {
    for (const { segment } of segmenter.segment(text)) {
      if (segment.length <= longestGrapheme) yield segment;
      else yield* pieces(segment);
    }
  }
}

function* pieces(grapheme: string): Generator<string> {
  for (let from = 0; from < grapheme.length; ) {
    const end = from + longestGrapheme;
    const to = /[\ud800-\udbff]/.test(grapheme[end - 1] ?? '') ? end - 1 : end;
    yield grapheme.slice(from, to);
    from = to;
  }
}

/** Returns the width of a text in cells; it must not contain control characters. */
export function widthOf(text: string): number {
  if (simple.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}

/** Cuts a text to a number of cells, with an ellipsis if something is missing. */
export function truncated(text: string, cells: number): string {
  // A cell takes at least one unit, so nothing after this is visible; ordinary text has few characters without width.
  const head = text.length > cells * 8 + 64 ? text.slice(0, cells * 8 + 64) : text;
  if (head.length === text.length && widthOf(text) <= cells) return text;
  if (cells <= 0) return '';
  let kept = '';
  let width = 0;
  for (const grapheme of graphemes(head)) {
    const next = width + graphemeWidth(grapheme);
    if (next > cells - 1) break;
    kept += grapheme;
    width = next;
  }
  return `${kept}…`;
}
