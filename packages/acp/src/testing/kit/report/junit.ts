import type { CheckResult } from '../verdict.ts';
import type { CheckReport } from './report.ts';

// Characters that XML 1.0 cannot have, however they are written.
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"]/g, (char) => entities[char] as string);
}

/** Returns a report in the form of JUnit, which most CI services show: a suite for each dialect. */
export function junitReport({ kind, dialects, checks, problem }: CheckReport): string {
  const suites = dialects.map((dialect) =>
    suite(
      `${kind} ${dialect}`,
      checks.filter((check) => check.dialect === dialect),
    ),
  );
  if (problem !== undefined) suites.push(failedSuite(kind, problem));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

/** A run that checked nothing must not look like one that found nothing. */
function failedSuite(kind: string, problem: string): string {
  const error = `<error message="${escaped(problem)}"/>`;
  return `  <testsuite name="${escaped(kind)}" tests="1" failures="0" errors="1" skipped="0">\n    <testcase classname="handshake" name="handshake">${error}</testcase>\n  </testsuite>\n`;
}

function suite(name: string, checks: readonly CheckResult[]): string {
  const count = (verdict: string) => checks.filter((check) => check.verdict === verdict).length;
  const counts = `tests="${checks.length}" failures="${count('fail')}" errors="0" skipped="${count('skip')}"`;
  return `  <testsuite name="${escaped(name)}" ${counts}>\n${checks.map(testCase).join('')}  </testsuite>\n`;
}

function testCase({ id, title, requirements, verdict, reason = '', frames = [], stderr = '' }: CheckResult): string {
  const [area = id] = id.split('.');
  const open = `    <testcase classname="${escaped(area)}" name="${escaped(`${id} [${requirements.join(' ')}] ${title}`)}"`;
  const evidence = escaped(frames.map((frame) => JSON.stringify(frame)).join('\n'));
  const about = `message="${escaped(reason)}"`;
  const words = stderr === '' ? '' : `<system-err>${escaped(stderr)}</system-err>`;
  switch (verdict) {
    case 'pass':
      return `${open}/>\n`;
    case 'skip':
      return `${open}><skipped ${about}/></testcase>\n`;
    case 'fail':
      return `${open}><failure ${about}>${evidence}</failure>${words}</testcase>\n`;
    case 'warn':
      return `${open}><system-out>${escaped(`warning: ${reason}`)}\n${evidence}</system-out>${words}</testcase>\n`;
  }
}
