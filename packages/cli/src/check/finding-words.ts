import type { CheckResult } from '@emend/acp/testing';
import { neutralLine, shortLine } from '../terminal/neutral.ts';
import { type Span, span, tone } from '../terminal/style.ts';
import { frameWords } from './frame-words.ts';

/** The most that is shown of a reason, in characters. A peer may have written parts of it. */
const longestReason = 1_000;

const heads = {
  fail: { word: 'FAIL', look: tone.bold | tone.red },
  warn: { word: 'WARN', look: tone.bold | tone.yellow },
} as const;

/** Returns a failure or a warning as rows: the rule, what a right peer does, what was seen instead, and how to see it again. */
export function findingRows(result: CheckResult, peer: string, repeat: string): (readonly Span[])[] {
  const { id, dialect, requirements, title, verdict, reason = '', frames = [], stderr = '' } = result;
  if (verdict !== 'fail' && verdict !== 'warn') return [];
  const { word, look } = heads[verdict];
  const row = (name: string, text: string): readonly Span[] => [span(`  ${name.padEnd(9)} `, tone.dim), span(text)];
  return [
    [span(word, look), span(` ${id}`, tone.bold), span(` (${dialect})`), span(`  ${requirements.join(' ')}`, tone.dim)],
    row('expected', `A right ${peer}: ${neutralLine(title)}`),
    row('seen', shortLine(reason, longestReason)),
    ...frameWords(frames).map((line) => row('', line)),
    ...lastLines(stderr).map((line, at) => row(at === 0 ? 'stderr' : '', shortLine(line, longestReason))),
    row('repeat', repeat),
  ];
}

/** How many lines of the standard error of a peer are shown; a transcript has more. */
const mostLines = 5;

function lastLines(text: string): string[] {
  return text.trimEnd() === '' ? [] : text.trimEnd().split('\n').slice(-mostLines);
}

/** Returns what was skipped, a row for each reason with the checks that it stopped. */
export function skippedRows(results: readonly CheckResult[]): (readonly Span[])[] {
  const byReason = new Map<string, Set<string>>();
  for (const { verdict, reason = '', id } of results) {
    if (verdict !== 'skip') continue;
    const words = shortLine(reason, longestReason);
    byReason.set(words, (byReason.get(words) ?? new Set()).add(id));
  }
  return [...byReason].map(([reason, ids]) => [
    span('SKIP', tone.bold),
    span(` ${reason}: `),
    span([...ids].join(', '), tone.dim),
  ]);
}
