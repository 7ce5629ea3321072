import { expect, test } from 'vitest';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { type CheckReport, jsonReport } from './report.ts';

const about = { title: 'it does so.', requirements: ['A1', 'K4'], dialect: '1' };
const report: CheckReport = {
  kind: 'agent',
  dialects: ['1'],
  summary: { pass: 1, fail: 1, warn: 1, skip: 1 },
  checks: [
    { ...about, id: 'a.pass', verdict: 'pass' },
    {
      ...about,
      id: 'a.fail',
      verdict: 'fail',
      reason: 'it said "<b>\u0000]]>" & `x`',
      frames: [{ from: 'agent', text: '```\u001b[1m]]>\ud800' }],
      stderr: 'oh <no>\u001b[2J\n```\n',
    },
    { ...about, id: 'a.warn', verdict: 'warn', reason: 'a *habit*', frames: [{ from: 'agent', message: { id: 1 } }] },
    { ...about, id: 'a.skip', verdict: 'skip', reason: 'not offered' },
  ],
};

test('a report as JSON reads back as it was', () => {
  expect(JSON.parse(jsonReport(report))).toEqual(report);
});

test('a report as JUnit is XML whatever the peer says', () => {
  expect(junitReport(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="agent 1" tests="4" failures="1" errors="0" skipped="1">
    <testcase classname="a" name="a.pass [A1 K4] it does so."/>
    <testcase classname="a" name="a.fail [A1 K4] it does so."><failure message="it said &quot;&lt;b&gt;\ufffd]]&gt;&quot; &amp; \`x\`">{&quot;from&quot;:&quot;agent&quot;,&quot;text&quot;:&quot;\`\`\`\\u001b[1m]]&gt;\\ud800&quot;}</failure><system-err>oh &lt;no&gt;\ufffd[2J
\`\`\`
</system-err></testcase>
    <testcase classname="a" name="a.warn [A1 K4] it does so."><system-out>warning: a *habit*
{&quot;from&quot;:&quot;agent&quot;,&quot;message&quot;:{&quot;id&quot;:1}}</system-out></testcase>
    <testcase classname="a" name="a.skip [A1 K4] it does so."><skipped message="not offered"/></testcase>
  </testsuite>
</testsuites>
`);
});

test('a report as Markdown shows what is not a pass, and nothing of it becomes markup', () => {
  expect(markdownReport(report)).toBe(`# Conformance of the agent

Checked in 1: 1 passed, 1 failed, 1 with a warning, 1 skipped.

| check | dialect | rules | verdict |
| --- | --- | --- | --- |
| a.pass | 1 | A1, K4 | pass |
| a.fail | 1 | A1, K4 | fail |
| a.warn | 1 | A1, K4 | warn |
| a.skip | 1 | A1, K4 | skip |

## fail: a.fail (1)

Expected: it does so.

Seen: it said "\\<b\\>\u0000\\]\\]\\>" & \\\`x\\\`

\`\`\`\`json
{"from":"agent","text":"\`\`\`\\u001b[1m]]>\\ud800"}
\`\`\`\`

Its standard error ended with:

\`\`\`\`text
oh <no>\ufffd[2J
\`\`\`
\`\`\`\`

## warn: a.warn (1)

Expected: it does so.

Seen: a \\*habit\\*

\`\`\`json
{"from":"agent","message":{"id":1}}
\`\`\`
`);
});

test('a report of a run that could check nothing says why, in every form', () => {
  const summary = { pass: 0, fail: 0, warn: 0, skip: 0 };
  const none: CheckReport = { kind: 'agent', dialects: [], problem: 'It <exits> at *once*.', summary, checks: [] };
  expect(JSON.parse(jsonReport(none))).toEqual(none);
  expect(junitReport(none)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="agent" tests="1" failures="0" errors="1" skipped="0">
    <testcase classname="handshake" name="handshake"><error message="It &lt;exits&gt; at *once*."/></testcase>
  </testsuite>
</testsuites>
`);
  expect(markdownReport(none)).toBe(
    '# Conformance of the agent\n\nNothing could be checked: It \\<exits\\> at \\*once\\*.\n',
  );
});
