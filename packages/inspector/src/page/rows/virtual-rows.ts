/** Browsers cannot show elements of any height; a taller list is scrolled by a scale. */
const tallest = 15_000_000;

/** A list of rows of one height, of which only a part is in the page. */
interface RowGeometry {
  readonly total: number;
  readonly rowHeight: number;
  /** The height of what is seen of the rows. */
  readonly viewport: number;
}

/** The height of the element that the rows are placed in. */
export function spacerHeight({ total, rowHeight }: RowGeometry): number {
  return Math.min(total * rowHeight, tallest);
}

/** How many pixels of rows pass for one pixel of scrolling. */
function scale(geometry: RowGeometry): number {
  const real = geometry.total * geometry.rowHeight;
  const spacer = spacerHeight(geometry);
  return spacer < real ? (real - geometry.viewport) / (spacer - geometry.viewport) : 1;
}

/** The rows that are seen at a place of the scroll bar, and where the first row would be. */
export function seenRows(geometry: RowGeometry, scrollTop: number): { start: number; end: number; origin: number } {
  const { total, rowHeight, viewport } = geometry;
  const top = scrollTop * scale(geometry);
  const start = Math.max(0, Math.min(Math.floor(top / rowHeight), total));
  const end = Math.min(total, Math.ceil((top + viewport) / rowHeight));
  return { start, end: Math.max(start, end), origin: scrollTop - top };
}

/** Where to scroll so that a row is seen; the same place if it is seen already. */
export function scrollTopFor(geometry: RowGeometry, scrollTop: number, row: number): number {
  const { rowHeight, viewport } = geometry;
  const factor = scale(geometry);
  const top = scrollTop * factor;
  const [first, last] = [row * rowHeight, (row + 1) * rowHeight];
  if (first >= top && last <= top + viewport) return scrollTop;
  // What is near scrolls as little as possible; what is far comes to the middle.
  const isNear = first > top - viewport && last < top + 2 * viewport;
  const wanted = !isNear ? first - (viewport - rowHeight) / 2 : first < top ? first : last - viewport;
  return Math.max(0, wanted / factor);
}
