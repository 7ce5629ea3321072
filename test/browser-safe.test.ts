import { expect, test } from 'vitest';
import { bundleForBrowser, evaluateBare } from './support/browser.ts';
import { manifests, repositoryFiles } from './support/repository.ts';

const exports = manifests(repositoryFiles('packages')).get('packages/acp')?.exports ?? {};
const browserSafe = Object.keys(exports).filter((subpath) => subpath !== './node' && !subpath.endsWith('.json'));

function sourceOf(subpath: string): string {
  const { default: built } = exports[subpath] as { readonly default: string };
  return `./packages/acp/${built.replace('/dist/', '/src/').replace(/\.js$/, '.ts')}`;
}

test.runIf(browserSafe.length > 0).each(browserSafe)('%s runs where there is no Node', async (subpath) => {
  const code = await bundleForBrowser(`export * from '${sourceOf(subpath)}';`);
  expect(() => evaluateBare(code)).not.toThrow();
});

test('what a bundle exports can be used', async () => {
  const code = await bundleForBrowser('export const sum = (a: number, b: number) => a + b;');
  expect((evaluateBare(code) as { sum: (a: number, b: number) => number }).sum(1, 2)).toBe(3);
});

test.each([
  ['a module of Node', "import fs from 'node:fs'; export const a = fs;"],
  ['a module of Node without the prefix', "import path from 'path'; export const a = path;"],
])('an import of %s does not bundle', async (_, entry) => {
  await expect(bundleForBrowser(entry)).rejects.toThrow('Could not resolve');
});

test.each([
  ['process', 'export const a = process.env.HOME;'],
  ['Buffer', "export const a = Buffer.from('a');"],
  ['eval', "export const a = new Function('return 1')();"],
])('a use of %s does not run', async (_, entry) => {
  const code = await bundleForBrowser(entry);
  expect(() => evaluateBare(code)).toThrow();
});
