import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { knownAgents } from '@emend/acp/agents';
import { expect, test } from 'vitest';
import { withAgentTable } from './support/agents-page.ts';
import { someOf } from './support/counts.ts';
import { root } from './support/repository.ts';

const run = promisify(execFile);
const path = join(root, 'docs/agents-by-name.md');

test('the guide has every known agent', () => {
  const guide = readFileSync(path, 'utf8');
  const written = withAgentTable(guide);
  if (process.env['EMEND_WRITE_PAGES'] === '1') writeFileSync(path, written);
  else expect(guide).toBe(written);
});

// The registry of npm is asked only in the long run. Where it cannot be reached, that is said and is no failure.
for (const { name, install, command } of someOf(knownAgents, 0)) {
  if (install.npm === undefined) continue;
  test(`the package of ${name} exists and has its program`, async () => {
    try {
      const { stdout } = await run('npm', ['view', `${install.npm}`, 'bin', '--json'], { cwd: root });
      expect(Object.keys(JSON.parse(stdout))).toContain(command[0]);
    } catch (error) {
      const isAbout = error instanceof Error && 'stderr' in error && !String(error.stderr).includes('E404');
      if (!isAbout) throw error;
      console.warn(`npm could not be asked about ${install.npm}: ${error.stderr}`);
    }
  });
}
