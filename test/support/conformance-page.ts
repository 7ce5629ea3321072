import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { agentChecks, bridgeChecks, clientChecks } from '@emend/acp/testing';
import { requirements } from '../requirements/list.ts';
import { novemberRequirements } from '../requirements/november-list.ts';
import { root } from './repository.ts';

interface ListedCheck {
  readonly id: string;
  readonly title: string;
  readonly requirements: Readonly<Partial<Record<string, readonly string[]>>>;
}

/** What the page tells about a mutant. */
export interface ListedMutant {
  readonly name: string;
  readonly breaks: string;
  readonly defect: string;
  readonly caughtBy: readonly string[];
}

/** What can be checked, with its checks and the folder of its mutants. */
const kinds: readonly { readonly title: string; readonly folder: string; readonly checks: readonly ListedCheck[] }[] = [
  { title: 'Agents', folder: 'agents', checks: agentChecks },
  { title: 'Clients', folder: 'clients', checks: clientChecks },
  { title: 'Bridges', folder: 'bridges', checks: bridgeChecks },
];

/** The rules that only this kit has. */
const ownRules: Readonly<Record<string, string>> = {
  K1: 'ends within 10 seconds of the end of its input',
  K2: 'survives an answer that nobody asked for',
  K3: 'survives deep and huge frames; an error is fine, an end is not',
  K4: 'writes nothing but the protocol to standard output',
  K5: 'survives noise, and the death of its peer',
  K6: 'leaves no process behind',
};

/** Reads the mutants of a kind, each from a file of its own. */
async function mutantsOf(folder: string): Promise<ListedMutant[]> {
  const path = join(root, 'packages/acp/src/testing/kit/test-support/mutants', folder);
  if (!existsSync(path)) return [];
  const files = readdirSync(path)
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const modules = await Promise.all(
    files.map(async (file) => ({ file, exports: (await import(join(path, file))) as Record<string, unknown> })),
  );
  return modules.flatMap(({ file, exports }) =>
    Object.values(exports)
      .filter(isMutant)
      .map(({ breaks, defect, caughtBy }) => ({ name: file.replace(/\.ts$/, ''), breaks, defect, caughtBy })),
  );
}

function isMutant(value: unknown): value is ListedMutant {
  return typeof value === 'object' && value !== null && 'breaks' in value && 'defect' in value && 'caughtBy' in value;
}

/** Returns the page of all checks and mutants, and the mutants on it. */
export async function conformancePage(): Promise<{ readonly text: string; readonly mutants: readonly ListedMutant[] }> {
  const found = await Promise.all(kinds.map(async (kind) => ({ ...kind, mutants: await mutantsOf(kind.folder) })));
  const checks = found.reduce((sum, kind) => sum + kind.checks.length, 0);
  const mutants = found.flatMap((kind) => kind.mutants);
  const used = [...new Set(found.flatMap((kind) => kind.checks.flatMap(rulesOf)))].sort(byRule);
  const text = [
    '<!-- The tests write this page: npx vitest run test/conformance-page.test.ts -u. Do not edit. -->',
    '# The checks of the conformance kit',
    `[Check your agent, client or bridge](check-your-agent.md) explains how to run the ${checks} checks. Each names the rules that it checks; what a rule says is at the end of the page. A mutant is a correct peer with one deliberate defect: there are ${mutants.length}, and the tests require that each is caught by the checks beside it, and that nothing else is blamed.`,
    ...found.flatMap(({ title, checks: own, mutants: defects }) => [
      `## ${title}`,
      table(
        ['check', 'rules', 'what is right'],
        own.map((check) => [`\`${check.id}\``, rulesOf(check).join(', '), cell(check.title)]),
      ),
      `### Mutants of ${title.toLowerCase()}`,
      table(
        ['mutant', 'breaks', 'defect', 'caught by'],
        defects.map(({ name, breaks, defect, caughtBy }) => [
          `\`${name}\``,
          breaks,
          cell(defect),
          caughtBy.map((id) => `\`${id}\``).join(', '),
        ]),
      ),
    ]),
    '## Rules',
    'In a few words of ours. A are rules for agents, C for clients, B for both, P for what stands between them, N those of the November draft; K are rules that only this kit has.',
    table(
      ['rule', 'says'],
      used.map((rule) => [rule, cell(saysOf(rule))]),
    ),
  ].join('\n\n');
  return { text: `${text}\n`, mutants };
}

function rulesOf({ requirements: rules }: ListedCheck): string[] {
  return [...new Set(Object.values(rules).flatMap((each) => each ?? []))].sort(byRule);
}

function saysOf(rule: string): string {
  const says = { ...requirements, ...novemberRequirements }[rule]?.says ?? ownRules[rule];
  if (says === undefined) throw new Error(`A check names the rule ${rule}, which no list has.`);
  return says;
}

function byRule(one: string, other: string): number {
  return one.charCodeAt(0) - other.charCodeAt(0) || Number(one.slice(1)) - Number(other.slice(1));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
