import ts from 'typescript';
import type { Requirement } from '../requirements/list.ts';
import { parse } from './imports.ts';
import type { SourceFile } from './repository.ts';

/** A requirement that the title of a test names. */
interface Citation {
  readonly id: string;
  readonly path: string;
  readonly where: string;
}

/** The requirements that a title begins with, alone or beside rules: `[A14] ...`, `[SE4] [C17, C18] ...`. */
export function requirementsOfTitle(title: string): string[] {
  const groups = /^(?:\s*\[[A-Z]+[0-9]+(?:[\s,]+[A-Z]+[0-9]+)*\])+/.exec(title)?.[0] ?? '';
  return groups.match(/\b[ABCNPTWX][0-9]+\b/g) ?? [];
}

/** Returns the names in a call: `test.skipIf(...).each(...)` has test, skipIf and each. */
function wordsOf(node: ts.Expression): string[] {
  if (ts.isCallExpression(node)) return wordsOf(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return wordsOf(node.tag);
  if (ts.isPropertyAccessExpression(node)) return [...wordsOf(node.expression), node.name.text];
  return ts.isIdentifier(node) ? [node.text] : [];
}

/** Returns the title of a test that runs; skipped tests and todos do not count. */
function titleOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [first = '', ...rest] = wordsOf(node.expression);
  if (!['test', 'it', 'describe'].includes(first) || rest.includes('todo') || rest.includes('skip')) return undefined;
  const [title] = node.arguments;
  if (title === undefined) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.head.text : undefined;
}

function citationsOf(file: SourceFile): Citation[] {
  const source = parse(file);
  const found: Citation[] = [];
  const visit = (node: ts.Node): void => {
    const line = () => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    for (const id of requirementsOfTitle(titleOf(node) ?? '')) {
      found.push({ id, path: file.path, where: `${file.path}:${line()}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns requirements that no test cites, citations of unknown requirements, and cited requirements that are listed as not ours. */
export function requirementProblems(
  requirements: Readonly<Record<string, Requirement>>,
  tests: readonly SourceFile[],
): string[] {
  const citations = tests.flatMap(citationsOf);
  const cited = new Map(citations.map(({ id, where }) => [id, where]));
  return [
    ...Object.entries(requirements).flatMap(([id, { says, notOurs }]) => {
      if (notOurs === undefined) return cited.has(id) ? [] : [`${id} (${says}) is cited by no test`];
      return cited.has(id) ? [`${id} is listed as not ours, and ${cited.get(id)} cites it`] : [];
    }),
    ...citations
      .filter(({ id }) => !Object.hasOwn(requirements, id))
      .map(({ id, where }) => `${where} cites ${id}, which is no requirement`),
  ];
}

/** Returns a table of requirements with the files whose tests cite them, in Markdown. */
export function requirementTable(
  requirements: Readonly<Record<string, Requirement>>,
  tests: readonly SourceFile[],
): string {
  const files = new Map<string, Set<string>>();
  for (const { id, path } of tests.flatMap(citationsOf)) files.set(id, (files.get(id) ?? new Set()).add(path));
  const rows = Object.entries(requirements).map(([id, { says, notOurs }]) => {
    const links = [...(files.get(id) ?? [])].sort().map((path) => `[${path.replace(/^.*\//, '')}](../${path})`);
    return `| ${id} | ${says} | ${notOurs ?? links.join(', ')} |`;
  });
  return ['| | requirement | tests |', '| --- | --- | --- |', ...rows, ''].join('\n');
}
