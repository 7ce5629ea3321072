import type { CheckReport } from './report.ts';

/** Returns a report as a page of Markdown: the counts, then what is not a pass, with its frames. */
export function markdownReport({ kind, dialects, summary, checks, problem }: CheckReport): string {
  if (problem !== undefined) return `# Conformance of the ${kind}\n\nNothing could be checked: ${inline(problem)}\n`;
  const { pass, fail, warn, skip } = summary;
  const head = [
    `# Conformance of the ${kind}`,
    `Checked in ${dialects.join(', ')}: ${pass} passed, ${fail} failed, ${warn} with a warning, ${skip} skipped.`,
    '| check | dialect | rules | verdict |\n| --- | --- | --- | --- |\n' +
      checks
        .map(
          ({ id, dialect, requirements, verdict }) =>
            `| ${id} | ${dialect} | ${requirements.join(', ')} | ${verdict} |`,
        )
        .join('\n'),
  ];
  const findings = checks
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ id, dialect, title, verdict, reason = '', frames = [], stderr = '' }) =>
      [
        `## ${verdict}: ${id} (${dialect})`,
        `Expected: ${title}`,
        `Seen: ${inline(reason)}`,
        ...(frames.length === 0 ? [] : [fenced(frames.map((frame) => JSON.stringify(frame)).join('\n'), 'json')]),
        ...(stderr === '' ? [] : ['Its standard error ended with:', fenced(plain(stderr.trimEnd()), 'text')]),
      ].join('\n\n'),
    );
  return `${[...head, ...findings].join('\n\n')}\n`;
}

/** What a peer says must not become markup of the page. */
function inline(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|!]/g, '\\$&').replace(/\s+/g, ' ');
}

/** What a peer prints must not move the cursor of whoever reads the page in a terminal. */
function plain(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
