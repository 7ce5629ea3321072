import { expect, test } from 'vitest';
import type { Problem } from '../../api/problem.ts';
import { type TreeLine, type TreeState, treeLines } from './json-tree.ts';

const closed: TreeState = { toggled: new Set(), shown: new Map() };
const problem = (path: (string | number)[] | undefined, text = 'wrong'): Problem => ({
  frame: 1,
  level: 'error',
  from: 'check',
  text,
  ...(path !== undefined && { path }),
});

/** Lines as text: `  name: kind/size +` and the texts of the problems. */
function drawn(lines: readonly TreeLine[]): string[] {
  return lines.map(({ depth, name, kind, size, isOpen, more, problems }) => {
    const mark = isOpen === undefined ? '' : isOpen ? ' open' : ' closed';
    const what = more === undefined ? `${name ?? 'root'} ${kind} ${size}${mark}` : `${more} more`;
    return `${'  '.repeat(depth)}${what}${problems.map(({ text }) => ` ! ${text}`).join('')}`;
  });
}

test('[IP58] a message is open as far as people look at first', () => {
  const message = {
    id: 0,
    params: { update: { content: { deep: { hidden: true } }, text: 'x'.repeat(300) } },
    none: [],
  };
  expect(drawn(treeLines(message, closed, []))).toEqual([
    'root object 3 open',
    '  id number 0',
    '  params object 1 open',
    '    update object 2 open',
    '      content object 1 open',
    '        deep object 1 open',
    '          hidden word 0',
    '      text text 300 closed',
    '  none array 0',
  ]);
  const state = { ...closed, toggled: new Set(['["params"]', '["none"]']) };
  expect(drawn(treeLines(message, state, []))).toEqual([
    'root object 3 open',
    '  id number 0',
    '  params object 1 closed',
    '  none array 0',
  ]);
});

test('[IP58] long lists open on request, and by a hundred at a time', () => {
  const list = Array.from({ length: 250 }, (_, index) => index);
  expect(drawn(treeLines({ list }, closed, []))).toEqual(['root object 1 open', '  list array 250 closed']);
  const toggled = new Set(['["list"]']);
  const once = drawn(treeLines({ list }, { ...closed, toggled }, []));
  expect([once.length, once[2], once.at(-2), once.at(-1)]).toEqual([
    103,
    '    0 number 0',
    '    99 number 0',
    '    150 more',
  ]);
  const all = drawn(treeLines({ list }, { toggled, shown: new Map([['["list"]', 300]]) }, []));
  expect([all.length, all.at(-1)]).toEqual([252, '    249 number 0']);
});

test('[IP58] the tree has at most some thousand lines', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 30 }, (_, a) => [
      a,
      Array.from({ length: 30 }, () => Array.from({ length: 30 }, () => ({ x: 1 }))),
    ]),
  );
  expect(treeLines(wide, closed, []).length).toBe(3_000);
});

test('[IP58] problems stand at their places and open the way there', () => {
  const list = Array.from({ length: 40 }, (_, index) => ({ a: { b: { c: { d: index } } } }));
  const lines = drawn(
    treeLines({ list }, closed, [
      problem(['list', 1, 'a', 'b', 'c', 'd'], 'deep'),
      problem(['list', 1, 'missing', 'x'], 'above'),
      problem(['toString'], 'at the root'),
      problem(undefined, 'of the whole'),
    ]),
  );
  expect(lines.filter((line) => line.includes('!'))).toEqual([
    'root object 1 open ! at the root ! of the whole',
    '    1 object 1 open ! above',
    '            d number 0 ! deep',
  ]);
});

test('[IP58] a problem far behind in a long list is shown in spite of its length', () => {
  const list = Array.from({ length: 5_000 }, (_, index) => index);
  const lines = drawn(treeLines({ list }, closed, [problem(['list', 4_321], 'far')]));
  expect(lines.filter((line) => line.includes('!'))).toEqual(['    4321 number 0 ! far']);
});
