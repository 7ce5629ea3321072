import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPackages } from './support/build.ts';
import { exportedNameProblems, reexportedNames } from './support/exported-names.ts';
import { exportProblems, promisedFiles } from './support/exports.ts';
import { isTestCode, isTypeScript, type Manifest, manifests, repositoryFiles, root } from './support/repository.ts';

const files = repositoryFiles();
const packages = manifests(files);

function libraryManifest(): Manifest {
  const manifest = packages.get('packages/acp');
  if (manifest === undefined) throw new Error('packages/acp has no package.json');
  return manifest;
}

test('folders with an index and export subpaths are the same', () => {
  expect(exportProblems(files, libraryManifest())).toEqual([]);
});

test('exports are named one by one, and each has a doc comment', () => {
  const code = files.filter(
    ({ path }) => /^(packages|bench|examples)\//.test(path) && isTypeScript(path) && !isTestCode(path),
  );
  expect(code.length).toBeGreaterThan(0);
  expect(code.flatMap(exportedNameProblems)).toEqual([]);
});

/** The most names of a door, so that it stays one that people can look through. */
const mostNames: readonly (readonly [subpath: string, most: number])[] = [
  ['log', 35],
  ['log/store', 35],
  ['protocol/v1', 300],
  ['protocol/june', 300],
];

test.each(mostNames)('%s exports at most %i names', (subpath, most) => {
  const index = files.find(({ path }) => path === `packages/acp/src/${subpath}/index.ts`);
  expect(reexportedNames(index ?? { path: '', text: '' }).length).toBeGreaterThan(0);
  expect(reexportedNames(index ?? { path: '', text: '' }).slice(most)).toEqual([]);
});

describe('built', () => {
  beforeAll(buildPackages);

  test.each([...packages])('every file that %s exports is there', (folder, manifest) => {
    expect(promisedFiles(manifest).filter((file) => !existsSync(join(root, folder, file)))).toEqual([]);
  });
});

const manifestWith = (exports: Record<string, unknown>): Manifest => ({
  name: '@emend/acp',
  version: '1.0.0',
  exports,
});
const session = { types: './dist/session/index.d.ts', default: './dist/session/index.js' };
const index = (folder: string) => ({ path: `packages/acp/src/${folder}index.ts`, text: '' });

test('matching folders and subpaths are no problem', () => {
  const v1 = { types: './dist/protocol/v1/index.d.ts', default: './dist/protocol/v1/index.js' };
  const door = { types: './dist/index.d.ts', default: './dist/index.js' };
  const exports = { '.': door, './session': session, './protocol/v1': v1, './package.json': './package.json' };
  expect(exportProblems([index(''), index('session/'), index('protocol/v1/')], manifestWith(exports))).toEqual([]);
});

test('a folder without a subpath, a subpath without a folder and a wrong target are found', () => {
  const wrong = { default: './dist/view/index.js', types: './dist/view/index.d.ts' };
  const exports = { './session': session, './view': wrong };
  expect(exportProblems([index('log/'), index('view/')], manifestWith(exports))).toEqual([
    'packages/acp/src/log/index.ts: package.json does not export ./log',
    'package.json exports ./view as {"default":"./dist/view/index.js","types":"./dist/view/index.d.ts"} instead of {"types":"./dist/view/index.d.ts","default":"./dist/view/index.js"}',
    'package.json exports ./session, which has no index.ts',
  ]);
});

test('promised files are listed with their types', () => {
  expect(promisedFiles(manifestWith({ './session': session, './package.json': './package.json' }))).toEqual([
    './dist/session/index.d.ts',
    './dist/session/index.js',
    './package.json',
  ]);
});

test('default exports, star exports and undocumented names are found', () => {
  const text = `
export default function a() {}
export * from './b.ts';
export const c = 1, d = 2;
export interface E {}
// Not a doc comment.
export class F {}
function g() {}
export { g };
const h = 1;
export default h;
`;
  expect(exportedNameProblems({ path: 'x.ts', text })).toEqual([
    'x.ts:2: default export',
    'x.ts:3: export * names nothing',
    'x.ts:11: default export',
    'x.ts:4: c has no doc comment',
    'x.ts:4: d has no doc comment',
    'x.ts:5: E has no doc comment',
    'x.ts:7: F has no doc comment',
    'x.ts:9: g has no doc comment',
  ]);
});

test('documented names and re-exports are no problem', () => {
  const text = `
/** One. */
export const a = 1;
/** Two. */
export function b(x: string): void;
export function b(x: number): void;
export function b(): void {}
/** Three. */
function c() {}
export { c, c as d };
export { e, type F } from './e.ts';
export type { G } from './g.ts';
export * as h from './h.ts';
const inner = 1;
`;
  expect(exportedNameProblems({ path: 'x.ts', text })).toEqual([]);
});
