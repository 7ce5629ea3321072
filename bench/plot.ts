import type { Curve } from './curves.ts';
import { readable } from './report.ts';

const size = { width: 640, height: 360, left: 84, right: 150, top: 40, bottom: 52, label: 15 };
const colours = ['#2f6fde', '#d9822b', '#3a9d5d', '#a04fc4'];

/** Returns the powers of ten that enclose all values. */
function decades(values: readonly number[]): { readonly from: number; readonly to: number } {
  const positive = values.filter((value) => value > 0).map(Math.log10);
  const from = Math.floor(Math.min(...positive));
  return { from, to: Math.max(from + 1, Math.ceil(Math.max(...positive))) };
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const label = (power: number) => (power >= 0 ? readable(10 ** power) : String(10 ** power));

/** Returns the positions of the line labels: at the line ends, moved apart where they would overlap. */
function labelHeights(ends: readonly number[]): number[] {
  const heights = [...ends];
  let above = Number.NEGATIVE_INFINITY;
  for (const [end, index] of ends.map((end, index) => [end, index] as const).sort(([a], [b]) => a - b)) {
    above = Math.max(end, above + size.label);
    heights[index] = above;
  }
  return heights;
}

/** A curve as SVG, both axes in powers of ten. */
export function plotOf({ title, across, unit, lines }: Curve): string {
  const points = Object.values(lines).flat();
  const [x, y] = [decades(points.map(([at]) => at)), decades(points.map(([, value]) => value))];
  const [right, bottom] = [size.width - size.right, size.height - size.bottom];
  const place = (value: number, { from, to }: typeof x, start: number, end: number) =>
    (start + ((Math.log10(value) - from) / (to - from)) * (end - start)).toFixed(1);
  const powers = ({ from, to }: typeof x) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const across10 = powers(x).map((power) => {
    const at = place(10 ** power, x, size.left, right);
    return `<line x1="${at}" y1="${size.top}" x2="${at}" y2="${bottom}"/><text x="${at}" y="${bottom + 18}" text-anchor="middle">${label(power)}</text>`;
  });
  const up10 = powers(y).map((power) => {
    const at = place(10 ** power, y, bottom, size.top);
    return `<line x1="${size.left}" y1="${at}" x2="${right}" y2="${at}"/><text x="${size.left - 8}" y="${Number(at) + 4}" text-anchor="end">${label(power)}</text>`;
  });
  const paths = Object.values(lines).map((values) =>
    values
      .filter(([, value]) => value > 0)
      .map(([at, value]) => [place(at, x, size.left, right), place(value, y, bottom, size.top)] as const),
  );
  const heights = labelHeights(paths.map((path) => Number(path.at(-1)?.[1] ?? 0)));
  const drawn = Object.keys(lines).map((name, index) => {
    const colour = colours[index % colours.length];
    const path = paths[index] ?? [];
    const endX = path.at(-1)?.[0] ?? '0';
    const dots = path.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`).join('');
    return `<polyline points="${path.map((pair) => pair.join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}<text x="${Number(endX) + 8}" y="${((heights[index] ?? 0) + 4).toFixed(1)}" fill="${colour}">${escaped(name)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="system-ui, sans-serif" font-size="12" role="img">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="${size.left}" y="22" font-size="14" font-weight="600">${escaped(title)}</text>
<g stroke="#dddddd" stroke-width="1"><g fill="#555555">${[...across10, ...up10].join('').replace(/<text /g, '<text stroke="none" ')}</g></g>
<text x="${(size.left + right) / 2}" y="${size.height - 12}" text-anchor="middle" fill="#555555">${escaped(across)}</text>
<text x="16" y="${(size.top + bottom) / 2}" text-anchor="middle" fill="#555555" transform="rotate(-90 16 ${(size.top + bottom) / 2})">${escaped(unit)}</text>
${drawn.join('\n')}
</svg>
`;
}
