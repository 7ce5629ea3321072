import { expect, test } from 'vitest';
import { foldedText } from '../../../recording/folded-text.ts';
import { Folding } from '../../../recording/folding.ts';
import { readLine } from '../../../recording/read-line.ts';
import { rightClient } from '../test-support/right-client.ts';
import { checkClient } from './check-client.ts';
import { stateCases } from './generated/state-cases.ts';

const only = ['state'];
const dialects = ['june'] as const;

/** The state of our own client. */
async function ownState(lines: readonly string[]): Promise<string> {
  const folding = new Folding({ skipped: () => {} });
  folding.dialect = 'june';
  for (const [index, text] of lines.entries()) {
    const line = readLine(index + 1, text);
    if (line !== undefined) folding.read(line);
  }
  folding.end();
  return [...foldedText(folding.sessions)].join('');
}

async function verdicts(fold?: (lines: readonly string[]) => Promise<string>) {
  const run = await checkClient(rightClient(), { only, dialects, fold });
  const { results } = await run.all();
  return results.map(({ id, verdict, reason }) => ({ id, verdict, ...(reason !== undefined && { reason }) }));
}

const ids = ['state.tool-calls', 'state.plans', 'state.messages', 'state.session'];

test('our own state is that of the cases', async () => {
  expect(await verdicts(ownState)).toEqual(ids.map((id) => ({ id, verdict: 'pass' })));
});

test('without a way to see the state nothing is said about it', async () => {
  const reason = 'needs what shows the state of the client (--state)';
  expect(await verdicts()).toEqual(ids.map((id) => ({ id, verdict: 'skip', reason })));
});

test('a state that ignores null fails where a message is cleared', async () => {
  const fold = (lines: readonly string[]) => ownState(lines.filter((line) => !line.includes('"content":null')));
  const results = await verdicts(fold);
  expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['state.tool-calls', 'fail'],
    ['state.plans', 'pass'],
    ['state.messages', 'fail'],
    ['state.session', 'pass'],
  ]);
  expect(results[2]?.reason).toMatch(/^\d+ of \d+ streams come to another state\. The first is se/);
});

test.each([
  ['no JSON', async () => 'what?', 'what shows the state wrote no JSON object with "sessions"'],
  ['something else', async () => '[]', 'what shows the state wrote no JSON object with "sessions"'],
  ['an error', async () => Promise.reject(new Error('No.')), 'the state could not be read: No.'],
])('a state that is %s fails', async (_, fold, reason) => {
  expect(await verdicts(fold)).toEqual(ids.map((id) => ({ id, verdict: 'fail', reason })));
});

test('there are cases of every area', () => {
  expect(stateCases.length).toBeGreaterThan(100);
});
