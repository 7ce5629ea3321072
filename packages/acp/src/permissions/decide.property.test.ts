import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import type { ListCondition, WrittenRule } from './policy.ts';
import { type AskedCall, decided } from './test-support/asked.ts';
import { linkedFolders } from './test-support/linked-folders.ts';

// A small world in which paths meet often: two working folders, links in and out, and a link that leads back.
const links = {
  '/project/out': '/etc',
  '/project/back': '..',
  '/etc/in': '/project/a',
  '/project/b/self': '/project/b',
  '/l': '/project',
};
const realPath = linkedFolders(links);

const name = fc.constantFrom('a', 'b', 'A', 'out', 'back', 'in', 'self', '..', '.', '', 'x.ts');
const path = fc
  .tuple(fc.constantFrom('', '/', '/project/', '/etc/', '/l/'), fc.array(name, { minLength: 1, maxLength: 4 }))
  .map(([root, names]) => root + names.join('/'));
const odd = fc.constantFrom('', 'a\0', '~/a', 'C:\\a', 'a\\b');
const asked = fc.oneof({ weight: 9, arbitrary: path }, { weight: 1, arbitrary: odd });
const kind = fc.constantFrom('read', 'delete', 'execute', '_own', 'later');
const glob = fc
  .tuple(
    fc.constantFrom('', '/', '/project/', '/l/', '../'),
    fc.array(fc.constantFrom('a', 'b', 'out', 'self'), { maxLength: 2 }),
    fc.array(fc.constantFrom('*', '**', '?', '*.ts', 'a', 'b'), { minLength: 1, maxLength: 3 }),
  )
  .map(([root, literal, rest]) => root + [...literal, ...rest].join('/'));
const folder = path.filter((text) => text !== '');
const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 2 });

const condition: fc.Arbitrary<Partial<WrittenRule>> = fc.oneof(
  { weight: 1, arbitrary: list(kind.filter((each) => each !== 'later')).map((each) => ({ kind: each })) },
  { weight: 3, arbitrary: list(glob).map((each) => ({ path: each })) },
  { weight: 2, arbitrary: list(folder).map((each) => ({ within: each })) },
  { weight: 2, arbitrary: list(folder).map((each) => ({ outside: each })) },
  { weight: 1, arbitrary: list(fc.constantFrom('*a*', 'b?', 'B*', 'ab')).map((each) => ({ title: each })) },
);
const rule: fc.Arbitrary<WrittenRule> = fc
  .tuple(fc.constantFrom('allow', 'reject', 'ask'), fc.array(condition, { minLength: 1, maxLength: 2 }))
  .map(([decision, conditions]) => {
    const { outside, ...rest } = Object.assign({}, ...conditions) as Partial<WrittenRule>;
    return { decision, ...rest, ...(decision === 'allow' || outside === undefined ? {} : { outside }) };
  });

const call: fc.Arbitrary<AskedCall> = fc.record(
  {
    kind,
    title: fc.constantFrom('ab', 'ba', 'bA', 'c', ''),
    locations: fc.array(
      asked.map((each) => ({ path: each })),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['locations'] },
) as fc.Arbitrary<AskedCall>;

test('[PE1] [PE3] [PE5] [PE6] [PE7] [PE9] [PE10] decisions are those of a naive reading of the rules', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), call, (rules, toolCall) => {
      const { decision, rule: by } = decided(rules, toolCall, realPath);
      const expected = naive(rules, toolCall);
      seen.add(decision);
      expect([decision, by]).toEqual(expected);
    }),
    { numRuns: counts({ short: 400, long: 100_000 }) },
  );
  expect([...seen].sort()).toEqual(['allow', 'ask', 'reject']);
});

// The model: paths are walked, globs become regular expressions, and each sentence of the rules is one expression.

function naive(rules: readonly WrittenRule[], toolCall: AskedCall): [string, number | undefined] {
  const asks = toolCall.kind ?? 'other';
  const files = (toolCall.locations ?? []).map((each) => naivePlace(each.path));
  for (const [index, written] of rules.entries()) {
    const { decision } = written;
    const texts = (key: ListCondition): readonly string[] | undefined => written[key] as string[] | undefined;
    const isAllow = decision === 'allow';
    const kinds = texts('kind');
    if (kinds !== undefined ? !kinds.includes(asks) : isAllow && (asks === '_own' || asks === 'later')) continue;
    const titles = texts('title');
    const title = toolCall.title;
    const flags = isAllow ? 's' : 'si';
    if (titles !== undefined && !(title !== undefined && titles.some((each) => textForm(each, flags).test(title))))
      continue;
    if (isAllow && files.some(({ real }) => real === undefined)) continue;
    const [globs, within, outside] = [texts('path'), texts('within'), texts('outside')];
    if (globs !== undefined || within !== undefined || outside !== undefined) {
      const holds = (file: NaivePlace): boolean =>
        (outside === undefined || !outside.some((each) => isBelow(file.real, naivePlace(each).real, false))) &&
        (within === undefined || within.some((each) => inFolder(file, naivePlace(each), isAllow, asks))) &&
        (globs === undefined || globs.some((each) => inGlob(file, each, isAllow, asks)));
      const isMatch = isAllow ? files.length > 0 && files.every(holds) : files.some(holds);
      const isUnlocated =
        files.length === 0 && globs === undefined && within === undefined && ['read', 'edit', 'delete'].includes(asks);
      if (!isMatch && !isUnlocated) continue;
      if (!isMatch) return ['ask', index + 1];
    }
    return [decision, index + 1];
  }
  return ['ask', undefined];
}

interface NaivePlace {
  readonly real: string | undefined;
  readonly written: string | undefined;
}

function naivePlace(text: string): NaivePlace {
  if (text === '' || /[\0\\~:]/.test(text)) return { real: undefined, written: undefined };
  const full = text.startsWith('/') ? text : `/project/${text}`;
  const written = new URL(`file://${full.replaceAll(/\/+/g, '/')}`).pathname.replace(/(.)\/$/, '$1');
  const [byText, bySystem] = [realPath(written), realPath(full)];
  return { written, real: byText === bySystem ? byText : undefined };
}

function isBelow(file: string | undefined, folderPath: string | undefined, isWide: boolean): boolean {
  if (file === undefined || folderPath === undefined) return false;
  const [low, high] = isWide ? [file.toLowerCase(), folderPath.toLowerCase()] : [file, folderPath];
  return `${low}/`.startsWith(high === '/' ? '/' : `${high}/`);
}

function pairs(file: NaivePlace, root: NaivePlace): [string | undefined, string | undefined][] {
  return [file.real, file.written].flatMap((low) =>
    [root.real, root.written].map((high) => [low, high] as [string, string]),
  );
}

function inFolder(file: NaivePlace, root: NaivePlace, isAllow: boolean, asks: string): boolean {
  if (isAllow) return isBelow(file.real, root.real, false);
  return pairs(file, root).some(
    ([low, high]) => isBelow(low, high, true) || (asks === 'delete' && isBelow(high, low, true)),
  );
}

function inGlob(file: NaivePlace, pattern: string, isAllow: boolean, asks: string): boolean {
  const at = pattern.search(/[*?]/);
  const cut = at === -1 ? pattern.length : pattern.lastIndexOf('/', at) + 1;
  const root = naivePlace(pattern.slice(0, cut) || '.');
  const rest = at === -1 ? '' : pattern.slice(cut);
  const fits = (low: string | undefined, high: string | undefined): boolean => {
    if (low === undefined || high === undefined) return false;
    return globForm(high === '/' ? '' : high, rest, isAllow ? '' : 'i').test(low === '/' ? '' : low);
  };
  if (isAllow) return fits(file.real, root.real);
  return pairs(file, root).some(([low, high]) => fits(low, high) || (asks === 'delete' && isBelow(high, low, true)));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function textForm(pattern: string, flags: string): RegExp {
  return new RegExp(`^${escaped(pattern).replaceAll('\\*', '.*').replaceAll('\\?', '.')}$`, flags);
}

function globForm(root: string, rest: string, flags: string): RegExp {
  const names = rest.split('/').filter((each) => each !== '');
  const form = names.map((each) =>
    each === '**' ? '(?:/[^/]+)*' : `/${escaped(each).replaceAll('\\*', '[^/]*').replaceAll('\\?', '[^/]')}`,
  );
  return new RegExp(`^${escaped(root)}${form.join('')}$`, flags);
}
