import { expect, test } from 'vitest';
import { layerProblems } from './support/layers.ts';
import { repositoryFiles, type SourceFile } from './support/repository.ts';

test('every import keeps to the table of layers', () => {
  expect(layerProblems(repositoryFiles())).toEqual([]);
});

const acp: SourceFile = {
  path: 'packages/acp/package.json',
  text: JSON.stringify({
    name: '@emend/acp',
    exports: { '.': {}, './session': {} },
    dependencies: { diff: '1.0.0' },
    peerDependencies: { react: '19' },
  }),
};
const cli: SourceFile = {
  path: 'packages/cli/package.json',
  text: JSON.stringify({ name: 'emend', dependencies: { '@emend/acp': '1.0.0' } }),
};

function problemsOf(sources: Record<string, string>): string[] {
  return layerProblems([acp, cli, ...Object.entries(sources).map(([path, text]) => ({ path, text }))]);
}

const src = 'packages/acp/src';

test.each([
  ['a static import', "import { a } from '../session/a.ts';"],
  ['a type-only import', "import type { A } from '../session/a.ts';"],
  ['an import for its effect', "import '../session/a.ts';"],
  ['a re-export', "export { a } from '../session/a.ts';"],
  ['a type re-export', "export type { A } from '../session/a.ts';"],
  ['a star re-export', "export * from '../session/a.ts';"],
  ['a dynamic import', "const a = await import('../session/a.ts');"],
  ['an import type', "type A = import('../session/a.ts').A;"],
  ['an import by require', "import a = require('../session/a.ts');"],
])('an upward import is found: %s', (_, text) => {
  expect(problemsOf({ [`${src}/transport/x.ts`]: text })).toEqual([
    `${src}/transport/x.ts:1: imports ../session/a.ts: transport may not import session`,
  ]);
});

test.each([
  ['protocol', 'transport'],
  ['jsonrpc', 'protocol'],
  ['session', 'bridge'],
  ['view', 'log'],
  ['log', 'view'],
  ['bridge', 'roles'],
  ['roles', 'view'],
  ['react', 'log'],
  ['node', 'session'],
  ['session', 'node'],
  ['testing', 'node'],
  ['testing', 'react'],
])('%s may not import %s', (from, to) => {
  const text = `import { a } from '../${to}/a.ts';`;
  expect(problemsOf({ [`${src}/${from}/x.ts`]: text })).toEqual([
    `${src}/${from}/x.ts:1: imports ../${to}/a.ts: ${from} may not import ${to}`,
  ]);
});

test('what the table allows is no problem', () => {
  expect(
    problemsOf({
      [`${src}/index.ts`]: "export { a } from './session/a.ts';\nexport { b } from './testing/b.ts';",
      [`${src}/jsonrpc/x.ts`]: "import { a } from '../transport/a.ts';\nimport { y } from './y.ts';",
      [`${src}/node/x.ts`]:
        "import fs from 'node:fs';\nimport { r } from '../roles/r.ts';\nprocess.exit(Buffer.length);",
      [`${src}/react/x.ts`]: "import { useState } from 'react';\nimport { s } from '../session/s.ts';",
      [`${src}/view/x.ts`]: "import { diffLines } from 'diff';",
      [`${src}/view/x.test.ts`]: "import fs from 'node:fs';\nimport { a } from '../node/a.ts';",
      'packages/cli/src/x.ts': "import { s } from '@emend/acp/session';\nimport fs from 'node:fs';",
    }),
  ).toEqual([]);
});

test('an unlisted folder and a stray file beside index.ts are found', () => {
  expect(problemsOf({ [`${src}/utils/x.ts`]: '', [`${src}/stray.ts`]: '' })).toEqual([
    `${src}/utils/x.ts: utils is not in the table of layers`,
    `${src}/stray.ts: stray.ts is not in the table of layers`,
  ]);
});

test('the front door imports neither node nor react, and nobody imports the front door', () => {
  expect(
    problemsOf({
      [`${src}/index.ts`]: "export { a } from './node/a.ts';\nexport { b } from './react/b.ts';",
      [`${src}/session/x.ts`]: "import { a } from '../index.ts';",
    }),
  ).toEqual([
    `${src}/index.ts:1: imports ./node/a.ts: index.ts may not import node`,
    `${src}/index.ts:2: imports ./react/b.ts: index.ts may not import react`,
    `${src}/session/x.ts:1: imports ../index.ts: session may not import index.ts`,
  ]);
});

test('Node is found outside node, with and without its prefix', () => {
  const text = "import fs from 'node:fs';\nimport path from 'path';\nimport type { Readable } from 'node:stream';";
  expect(problemsOf({ [`${src}/session/x.ts`]: text, [`${src}/testing/y.ts`]: "import('fs/promises');" })).toEqual([
    `${src}/session/x.ts:1: imports node:fs: only node may touch Node`,
    `${src}/session/x.ts:2: imports path: only node may touch Node`,
    `${src}/session/x.ts:3: imports node:stream: only node may touch Node`,
    `${src}/testing/y.ts:1: imports fs/promises: only node may touch Node`,
  ]);
});

test('globals of Node are found outside node, and own names are not taken for them', () => {
  const text = [
    'const a = Buffer.from("x");',
    'const b: NodeJS.Timeout | undefined = undefined;',
    'if (globalThis.process) setImmediate(() => {});',
    'const c = { process: 1, Buffer() {} }.process;',
    'interface D { readonly module: string }',
  ].join('\n');
  const own = 'export function run(process: () => void) { process(); }';
  expect(problemsOf({ [`${src}/session/x.ts`]: text, [`${src}/session/y.ts`]: own })).toEqual([
    `${src}/session/x.ts:1: uses Buffer: only node may touch Node`,
    `${src}/session/x.ts:2: uses NodeJS: only node may touch Node`,
    `${src}/session/x.ts:3: uses process: only node may touch Node`,
    `${src}/session/x.ts:3: uses setImmediate: only node may touch Node`,
  ]);
});

test('dialects may not reach each other, straight or over a third file', () => {
  const protocol = `${src}/protocol`;
  expect(
    problemsOf({
      [`${protocol}/v1/a.ts`]: "import type { B } from '../june/b.ts';",
      [`${protocol}/june/b.ts`]: "import { c } from '../base/c.ts';",
      [`${protocol}/base/c.ts`]: "export { d } from '../v1/d.ts';",
      [`${protocol}/v1/d.ts`]: "import { e } from '../base/e.ts';",
      [`${protocol}/base/e.ts`]: '',
    }),
  ).toEqual([
    `${protocol}/v1/a.ts -> ${protocol}/june/b.ts: v1 may not import june`,
    `${protocol}/june/b.ts -> ${protocol}/base/c.ts -> ${protocol}/v1/d.ts: june may not import v1`,
  ]);
});

test('imports that nothing declares or nothing can check are found', () => {
  expect(
    problemsOf({
      [`${src}/session/a.ts`]: "import { z } from 'zod';",
      [`${src}/session/b.ts`]: "import { useState } from 'react';",
      [`${src}/session/c.ts`]: "import { s } from '@emend/acp/session';",
      [`${src}/session/d.ts`]: 'const d = await import(name);',
      [`${src}/session/e.ts`]: "import { e } from '../../../../test/support/e.ts';",
      [`${src}/session/f.ts`]: "import { f } from './f.test.ts';",
      [`${src}/session/g.ts`]: "import { g } from '../protocol/index.ts';",
    }),
  ).toEqual([
    `${src}/session/a.ts:1: imports zod, which package.json does not declare`,
    `${src}/session/b.ts:1: imports react: only react may import it`,
    `${src}/session/c.ts:1: imports @emend/acp/session: the library names its own files by path`,
    `${src}/session/d.ts:1: imports a computed name, which nothing can check`,
    `${src}/session/e.ts:1: imports ../../../../test/support/e.ts, which is outside the library`,
    `${src}/session/f.ts:1: imports ./f.test.ts, which is test code`,
    `${src}/session/g.ts:1: imports the index ../protocol/index.ts instead of the file it means`,
  ]);
});

test('other packages use what the library exports, and what they declare', () => {
  expect(
    problemsOf({
      'packages/cli/src/a.ts': "import { s } from '../../acp/src/session/s.ts';",
      'packages/cli/src/b.ts': "import { s } from '@emend/acp/dist/session/s.js';",
      'packages/cli/src/c.ts': "import { s } from 'left-pad';",
      'bench/d.ts': "import { s } from '../packages/acp/dist/session/s.js';",
    }),
  ).toEqual([
    'packages/cli/src/a.ts:1: imports ../../acp/src/session/s.ts, a file inside the library',
    'packages/cli/src/b.ts:1: imports @emend/acp/dist/session/s.js, which the library does not export',
    'packages/cli/src/c.ts:1: imports left-pad, which package.json does not declare',
    'bench/d.ts:1: imports ../packages/acp/dist/session/s.js, a file inside the library',
  ]);
});

test('a command may not import another, nor may what commands share import a command', () => {
  const from = 'packages/cli/src';
  expect(
    problemsOf({
      [`${from}/commands.ts`]: "const load = () => import('./fold/command.ts');",
      [`${from}/fold/command.ts`]: "import { a } from './folding.ts';\nimport { b } from '../convert/b.ts';",
      [`${from}/convert/command.ts`]: "import { c } from '../input/c.ts';",
      [`${from}/input/c.ts`]: "import type { D } from '../convert/d.ts';\nimport { e } from '../output/e.ts';",
    }),
  ).toEqual([
    `${from}/fold/command.ts:2: imports ../convert/b.ts: nothing but the table of commands may import convert`,
    `${from}/input/c.ts:1: imports ../convert/d.ts: nothing but the table of commands may import convert`,
  ]);
});

test('rooms of a layer that should not know each other may not import each other', () => {
  expect(
    problemsOf({
      [`${src}/roles/agent/a.ts`]: "import { b } from '../client/b.ts';\nimport { c } from '../c.ts';",
      [`${src}/roles/client/b.ts`]: "import type { A } from '../agent/a.ts';",
      [`${src}/log/d.ts`]: "import { e } from './store/e.ts';",
      [`${src}/log/memory-log.ts`]: "import { e } from './store/e.ts';",
      [`${src}/log/store/e.ts`]: "import { d } from '../d.ts';",
      [`${src}/session/structures/f.ts`]: "import { g } from '../g.ts';\nimport { h } from './h.ts';",
      [`${src}/bridge/i.ts`]:
        "import { j } from '../protocol/june/j.ts';\nimport { k } from '../protocol/dialects.ts';",
      [`${src}/bridge/v1-june/l.ts`]: "import { j } from '../../protocol/june/j.ts';\nimport { i } from '../i.ts';",
      [`${src}/bridge/june-november/m.ts`]: "import { l } from '../v1-june/l.ts';",
      [`${src}/bridge/v1-november/p.ts`]:
        "import { l } from '../v1-june/l.ts';\nimport { m } from '../june-november/m.ts';",
      [`${src}/bridge/edges.ts`]: "import { l } from './v1-june/l.ts';",
      [`${src}/bridge/live/n.ts`]: "import { l } from '../v1-june/l.ts';",
      [`${src}/roles/o.ts`]: "import { l } from '../bridge/v1-june/l.ts';\nimport { n } from '../bridge/live/n.ts';",
    }),
  ).toEqual([
    `${src}/roles/agent/a.ts:1: imports ../client/b.ts: an agent does not need what a client does`,
    `${src}/roles/client/b.ts:1: imports ../agent/a.ts: a client does not need what an agent does`,
    `${src}/log/d.ts:1: imports ./store/e.ts: only stores build on what stores share`,
    `${src}/session/structures/f.ts:1: imports ../g.ts: structures know nothing of sessions`,
    `${src}/bridge/i.ts:1: imports ../protocol/june/j.ts: what all edges share knows no dialect`,
    `${src}/bridge/june-november/m.ts:1: imports ../v1-june/l.ts: an edge knows no other edge, unless it is made of them`,
    `${src}/bridge/live/n.ts:1: imports ../v1-june/l.ts: only bridge/edges.ts knows the edges`,
    `${src}/roles/o.ts:1: imports ../bridge/v1-june/l.ts: only bridge/edges.ts knows the edges`,
  ]);
});
