import { describe, expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import type { Dialect } from '../../../protocol/dialects.ts';
import { type AgentMutant, mutated } from '../test-support/mutants/agent-mutant.ts';
import { agentMutants } from '../test-support/mutants/agent-mutants.ts';
import { prompts, rightAgent } from '../test-support/right-agent.ts';
import type { CheckResult } from '../verdict.ts';
import { agentChecks } from './agent-checks.ts';
import { checkAgent } from './check-agent.ts';

const isWhole = counts({ short: 0, long: 0, oracle: 1 }) === 1;

/** A mutant that is caught by its silence is waited for; any other answers, whatever the load is. */
const timeoutOf = ({ isSilent }: AgentMutant) => (isSilent === true ? 2_000 : 60_000);

async function failuresOf(mutant: AgentMutant, dialect: Dialect, only: readonly string[]): Promise<CheckResult[]> {
  const run = await checkAgent(mutated(rightAgent(), mutant.make), {
    cwd: '/work',
    dialects: [dialect],
    prompts,
    only,
    timeout: timeoutOf(mutant),
    jobs: 64,
  });
  const { results } = await run.all();
  return results.filter(({ verdict }) => verdict === 'fail');
}

const isSilent = (mutant: AgentMutant) => mutant.isSilent === true;
const cases = (mutants: readonly AgentMutant[]) =>
  mutants.flatMap((mutant) => mutant.dialects.map((dialect) => ({ mutant, dialect, name: mutant.name })));

async function isCaught({ mutant, dialect }: { readonly mutant: AgentMutant; readonly dialect: Dialect }) {
  const failures = await failuresOf(mutant, dialect, mutant.caughtBy);
  expect(failures.map(({ id }) => id).sort(), mutant.name).toEqual([...mutant.caughtBy].sort());
  const broken = failures.flatMap(({ requirements }) => requirements);
  expect(broken, mutant.name).toEqual(expect.arrayContaining(ruleOf(mutant, dialect)));
}

/** A rule of June goes by another name where November has one of its own. */
function ruleOf({ breaks, caughtBy }: AgentMutant, dialect: Dialect): string[] {
  if (dialect !== 'november' || breaks.startsWith('N') || breaks.startsWith('K')) return [breaks];
  const named = agentChecks
    .filter(({ id }) => caughtBy.includes(id))
    .flatMap(({ requirements }) => requirements.november ?? []);
  return named.includes(breaks) ? [breaks] : named.slice(0, 1);
}

describe('each mutant is caught by the check of the rule that it breaks', () => {
  test.each(cases(agentMutants.filter((mutant) => !isSilent(mutant))))('$name in $dialect', isCaught);

  test('also those that are caught by what does not come, all at a time', async () => {
    await Promise.all(cases(agentMutants.filter(isSilent)).map(isCaught));
  });
});

// The whole kit on each takes minutes: it is for `npm run test:oracle`.
if (isWhole) {
  describe('no mutant fails a check that has nothing to do with its defect', () => {
    test.each(cases(agentMutants))('$name in $dialect', async ({ mutant, dialect }) => {
      const failures = await failuresOf(mutant, dialect, []);
      const expected = new Set([...mutant.caughtBy, ...(mutant.mayFollow ?? [])]);
      expect(failures.filter(({ id }) => !expected.has(id))).toEqual([]);
    });
  });
}

test('a mutant is named after the rule that it breaks', () => {
  for (const { name, breaks } of agentMutants) {
    const [, letter = '', number = ''] = /^([a-z])0*(\d+)-/.exec(name) ?? [];
    expect(`${letter.toUpperCase()}${number}`, name).toBe(breaks);
  }
});
