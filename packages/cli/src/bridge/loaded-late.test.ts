import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const bundle = (name: string) => readFileSync(new URL(`../../dist/${name}.js`, import.meta.url), 'utf8');

/** The files of a folder that a bundle contains; esbuild names each in a comment. */
const filesIn = (name: string, folder: string) =>
  bundle(name)
    .split('\n')
    .filter((line) => line.startsWith(`// packages/acp/src/${folder}`));

test('what translates is not loaded before the agent is started', () => {
  expect(filesIn('bridge', 'bridge/live/')).toEqual([]);
  expect(filesIn('bridge', 'protocol/').filter((line) => line.includes('/generated/'))).toEqual([]);
  expect(filesIn('live-bridge', 'bridge/live/')).toContain('// packages/acp/src/bridge/live/bridge.ts');
  expect(bundle('bridge').length).toBeLessThan(bundle('live-bridge').length / 2);
});
