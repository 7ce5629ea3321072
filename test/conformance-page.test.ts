import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentChecks, bridgeChecks, clientChecks } from '@emend/acp/testing';
import { expect, test } from 'vitest';
import { conformancePage } from './support/conformance-page.ts';
import { root } from './support/repository.ts';

const page = await conformancePage();

test('the page of the conformance kit has every check and every mutant', async () => {
  await expect(page.text).toMatchFileSnapshot('../docs/conformance-checks.md');
});

test('the checks of a mutant exist, and there are enough mutants', () => {
  const known = new Set([...agentChecks, ...clientChecks, ...bridgeChecks].map(({ id }) => id));
  const unknown = page.mutants.flatMap(({ name, caughtBy }) =>
    caughtBy.filter((id) => !known.has(id)).map((id) => `${name}: ${id}`),
  );
  expect(unknown).toEqual([]);
  expect(page.mutants.length).toBeGreaterThanOrEqual(60);
});

test('the guide shows the example for vitest that runs here', () => {
  const [guide, example] = ['docs/check-your-agent.md', 'test/check-in-vitest.test.ts'].map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  expect(guide).toContain(`\`\`\`javascript\n${example}\`\`\`\n`);
});
