import type { Colour, Look, Run } from './painted-rows.ts';

/** What a terminal showed for a while. */
export interface Frame {
  readonly rows: readonly (readonly Run[])[];
  /** How long it is shown, in seconds. */
  readonly seconds: number;
}

/** The colours of a terminal and of the window around it. */
export type Theme = Readonly<Record<Colour | 'dim' | 'ground' | 'bar' | 'edge', string>>;

/** The themes of the pictures. */
export const themes: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    ground: '#ffffff',
    bar: '#f6f8fa',
    edge: '#d0d7de',
    plain: '#1f2328',
    dim: '#656d76',
    red: '#cf222e',
    green: '#1a7f37',
    yellow: '#9a6700',
    blue: '#0969da',
    magenta: '#8250df',
    cyan: '#1b7c83',
  },
  dark: {
    ground: '#0d1117',
    bar: '#161b22',
    edge: '#30363d',
    plain: '#e6edf3',
    dim: '#8d96a0',
    red: '#ff7b72',
    green: '#3fb950',
    yellow: '#d29922',
    blue: '#58a6ff',
    magenta: '#bc8cff',
    cyan: '#39c5cf',
  },
};

/** What a picture of a terminal shows besides the frames. */
export interface PictureOptions {
  readonly columns: number;
  readonly rows: number;
  readonly title: string;
  readonly theme: Theme;
  /** The frame that is shown where nothing moves. */
  readonly still: number;
}

const cell = { width: 8.4, height: 20 };
const edge = 18;
const bar = 42;

/** Draws what a terminal showed, frame after frame, as an SVG in a window. */
export function drawTerminal(frames: readonly Frame[], options: PictureOptions): string {
  const { theme, still } = options;
  const width = fixed(options.columns * cell.width + 2 * edge);
  const height = bar + options.rows * cell.height + edge;
  const variants = frames.flatMap((_, frame) => variantsFrom(frames, frame, options.rows));
  const spans = new Set(variants.filter(({ from, to }) => to - from < frames.length).map(spanOf));
  const groups = variants.map((variant) => {
    const { from, to, row, runs } = variant;
    const isAlways = to - from === frames.length;
    const hidden = from <= still && still < to ? '' : ' visibility="hidden"';
    const attributes = isAlways ? '' : ` class="${spanOf(variant)}"${hidden}`;
    return `<g${attributes}>${runs.map((run) => drawRun(run, row, theme)).join('')}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" xml:space="preserve">
<title>${escaped(options.title)}</title>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: ${theme.plain} }
.b { font-weight: 600 } .i { font-style: italic } .u { text-decoration: underline } .s { text-decoration: line-through }
${motion([...spans], frames)}</style>
<rect x="0.5" y="0.5" width="${fixed(width - 1)}" height="${height - 1}" rx="10" fill="${theme.ground}" stroke="${theme.edge}"/>
<path d="M0.5 31 V10.5 a10 10 0 0 1 10 -10 H${fixed(width - 10.5)} a10 10 0 0 1 10 10 V31 Z" fill="${theme.bar}" stroke="${theme.edge}"/>
<circle cx="20" cy="15.5" r="5.5" fill="#ff5f57"/><circle cx="38" cy="15.5" r="5.5" fill="#febc2e"/><circle cx="56" cy="15.5" r="5.5" fill="#28c840"/>
<text x="${fixed(width / 2)}" y="20" text-anchor="middle" style="fill: ${theme.dim}">${escaped(options.title)}</text>
${groups.join('\n')}
</svg>
`;
}

interface Variant {
  readonly row: number;
  readonly runs: readonly Run[];
  readonly from: number;
  readonly to: number;
}

/** The rows that look different from this frame on, each with the frame at which they change again. */
function variantsFrom(frames: readonly Frame[], from: number, rows: number): Variant[] {
  const contentAt = (frame: number, row: number): string => JSON.stringify(frames[frame]?.rows[row] ?? []);
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
    const content = contentAt(from, row);
    if (content === '[]' || (from > 0 && contentAt(from - 1, row) === content)) return [];
    let to = from + 1;
    while (to < frames.length && contentAt(to, row) === content) to++;
    return [{ row, runs: frames[from]?.rows[row] ?? [], from, to }];
  });
}

function spanOf({ from, to }: Variant): string {
  return `f${from}-${to}`;
}

/** Shows each group for the time of its frames, unless the reader wants nothing to move. */
function motion(spans: readonly string[], frames: readonly Frame[]): string {
  if (spans.length === 0) return '';
  const total = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  const percentAt = (frame: number): number =>
    fixed((frames.slice(0, frame).reduce((sum, { seconds }) => sum + seconds, 0) / total) * 100);
  const rules = spans.map((span) => {
    const [from = 0, to = 0] = span.slice(1).split('-').map(Number);
    const steps = [
      ...(from > 0 ? ['0% { visibility: hidden }'] : []),
      `${percentAt(from)}% { visibility: visible }`,
      ...(to < frames.length ? [`${percentAt(to)}% { visibility: hidden }`] : []),
    ];
    return `@keyframes ${span} { ${steps.join(' ')} }\n.${span} { animation: ${span} ${fixed(total)}s step-end infinite }\n`;
  });
  return `@media (prefers-reduced-motion: no-preference) {\n${rules.join('')}}\n`;
}

function drawRun({ column, columns, text, look }: Run, row: number, theme: Theme): string {
  const colour = look.isDim && look.colour === 'plain' ? theme.dim : theme[look.colour];
  const [x, y] = [fixed(edge + column * cell.width), bar + row * cell.height];
  const line = lineOf(text, x, y, colour);
  if (line !== undefined) return line;
  const ground = look.isInverse
    ? `<rect x="${x}" y="${y}" width="${fixed(columns * cell.width)}" height="${cell.height}" fill="${colour}" shape-rendering="crispEdges"/>`
    : '';
  const words = text.trim();
  const indent = text.length - text.trimStart().length;
  const length = /^[ -~]{2,}$/.test(words)
    ? ` textLength="${fixed(words.length * cell.width)}" lengthAdjust="spacingAndGlyphs"`
    : '';
  const fill = look.isInverse ? theme.ground : colour;
  const style = fill === theme.plain ? '' : ` style="fill: ${fill}"`;
  return `${ground}<text x="${fixed(x + indent * cell.width)}" y="${y + 14}"${length}${classOf(look)}${style}>${escaped(words)}</text>`;
}

/** Bars and lines are drawn over the whole height of a row, so that they join; fonts leave gaps between them. */
function lineOf(text: string, x: number, y: number, colour: string): string | undefined {
  if (text === '▌')
    return `<rect x="${x}" y="${y}" width="4" height="${cell.height}" fill="${colour}" shape-rendering="crispEdges"/>`;
  if (text !== '│' && text !== '┆') return undefined;
  const dashes = text === '┆' ? ' stroke-dasharray="3 3.67"' : '';
  return `<path d="M${fixed(x + cell.width / 2)} ${y} v${cell.height}" stroke="${colour}"${dashes}/>`;
}

function classOf({ isBold, isItalic, isUnderlined, isStruck }: Look): string {
  const names = [isBold ? 'b' : '', isItalic ? 'i' : '', isUnderlined ? 'u' : '', isStruck ? 's' : ''].filter(Boolean);
  return names.length === 0 ? '' : ` class="${names.join(' ')}"`;
}

function fixed(value: number): number {
  return Math.round(value * 100) / 100;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
