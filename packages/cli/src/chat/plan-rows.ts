import { isKnownPlanUpdateContent } from '@emend/acp/protocol/june';
import type { Plan } from '@emend/acp/session';
import { shortLine } from '../terminal/neutral.ts';
import { painted, type Span, span, tone } from '../terminal/style.ts';
import { truncated } from '../terminal/width.ts';
import { wrapped } from '../terminal/wrap.ts';
import type { Layout } from './layout.ts';

const signs: ReadonlyMap<string, readonly [Span, number]> = new Map([
  ['completed', [span('☑ ', tone.green), tone.dim | tone.strike]],
  ['in_progress', [span('▶ ', tone.yellow), tone.bold]],
]);

const mostEntries = 100;

/** Returns a plan as a list with checkmarks. */
export function planRows({ value }: Plan, layout: Layout): string[] {
  const head = painted([span('  Plan', tone.bold)], layout.looks);
  if (!isKnownPlanUpdateContent(value)) {
    return [
      head,
      painted(
        [span(`    ${truncated(shortLine(`a plan of the type ${value.type}`, 500), layout.width - 6)}`, tone.dim)],
        layout.looks,
      ),
    ];
  }
  const entries = value.entries.slice(0, mostEntries);
  const shown = entries.flatMap(({ content, status, priority }) => {
    const [sign, look] = signs.get(status) ?? [span('☐ ', tone.dim), tone.plain];
    const urgent = priority === 'high' ? [span(' !', tone.red)] : [];
    const words = [span(shortLine(content, 2_000), look), ...urgent];
    return wrapped(words, layout.width, { first: [span('    '), sign], rest: [span('      ')] }).map((row) =>
      painted(row, layout.looks),
    );
  });
  const hidden = value.entries.length - entries.length;
  return [head, ...shown, ...(hidden > 0 ? [painted([span(`    … ${hidden} more`, tone.dim)], layout.looks)] : [])];
}
