import ts from 'typescript';
import { parse } from './imports.ts';
import type { SourceFile } from './repository.ts';

/** The folders whose behaviour is written down as numbered rules. */
const ruled = [
  ...['transport', 'jsonrpc', 'session', 'bridge', 'log', 'permissions', 'recording'].map(
    (folder) => `packages/acp/src/${folder}/`,
  ),
];

const isTest = ({ path }: SourceFile) => /\.test\.tsx?$/.test(path);

/** Whether a file has checks that the tests of every implementation run. */
const isContract = (file: SourceFile) => file.path.startsWith('packages/acp/src/testing/') && !isTest(file);

interface Mention {
  readonly rule: string;
  readonly where: string;
}

// A rule stands at the start of a line, a list item, a heading or a table row: `- TR1. ...`, `### **TR1** ...`.
function rulesOf({ path, text }: SourceFile): Mention[] {
  return text.split('\n').flatMap((line, index) => {
    const rule = /^[\s>#|*+-]*`?([A-Z]{2,3}[0-9]+)\b/.exec(line)?.[1];
    return rule === undefined ? [] : [{ rule, where: `${path}:${index + 1}` }];
  });
}

function rootName(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isTaggedTemplateExpression(node)) {
    return rootName(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression);
  }
  return ts.isIdentifier(node) ? node.text : '';
}

function titleOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !['test', 'it', 'describe'].includes(rootName(node.expression))) return undefined;
  const [title] = node.arguments;
  if (title === undefined) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.head.text : undefined;
}

/** The rules that a test title begins with: `[SE4] ...`, `[SE4, SE5] ...` or `[SE4] [SE5] ...`. */
export function rulesOfTitle(title: string): string[] {
  const groups = /^(?:\s*\[[A-Z]{2,3}[0-9]+(?:[\s,]+[A-Z]{2,3}[0-9]+)*\])+/.exec(title)?.[0] ?? '';
  return groups.match(/[A-Z]{2,3}[0-9]+/g) ?? [];
}

/** The rules that a check of a contract names: `{ rules: ['LG4'], name: ..., check() {} }`. */
function rulesOfCheck(node: ts.Node): string[] {
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'rules') return [];
  const list = node.initializer;
  return ts.isArrayLiteralExpression(list) ? list.elements.filter(ts.isStringLiteral).map(({ text }) => text) : [];
}

function citationsOf(file: SourceFile): Mention[] {
  const source = parse(file);
  const found: Mention[] = [];
  const visit = (node: ts.Node): void => {
    const line = () => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const cited = isContract(file) ? rulesOfCheck(node) : rulesOfTitle(titleOf(node) ?? '');
    for (const rule of cited) found.push({ rule, where: `${file.path}:${line()}` });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Rules that no test cites, citations of rules that are not written, rules written twice, and folders without rules. */
export function specProblems(files: readonly SourceFile[]): string[] {
  const specs = files.filter(({ path }) => /(^|\/)SPEC\.md$/.test(path));
  const rules = specs.flatMap(rulesOf);
  const citations = files.filter((file) => isTest(file) || isContract(file)).flatMap(citationsOf);
  const first = new Map<string, Mention>();
  for (const mention of rules) if (!first.has(mention.rule)) first.set(mention.rule, mention);
  const cited = new Set(citations.map(({ rule }) => rule));
  const unruled = ruled.filter(
    (folder) =>
      files.some(({ path }) => path.startsWith(folder) && /\.tsx?$/.test(path)) &&
      !specs.some(({ path }) => path === `${folder}SPEC.md`),
  );
  return [
    ...unruled.map((folder) => `${folder} has no SPEC.md`),
    ...specs.filter((spec) => rulesOf(spec).length === 0).map(({ path }) => `${path} has no numbered rule`),
    ...rules
      .filter((mention) => first.get(mention.rule) !== mention)
      .map(({ rule, where }) => `${where}: ${rule} is written twice`),
    ...[...first.values()]
      .filter(({ rule }) => !cited.has(rule))
      .map(({ rule, where }) => `${where}: no test cites ${rule}`),
    ...citations
      .filter(({ rule }) => !first.has(rule))
      .map(({ rule, where }) => `${where}: ${rule} is not a written rule`),
  ];
}
