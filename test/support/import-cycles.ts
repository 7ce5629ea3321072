import ts from 'typescript';
import { packageOf, parse, resolveRelative } from './imports.ts';
import { type Manifest, manifests, type SourceFile } from './repository.ts';

const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path);

/** True for an import or re-export that leaves something to load; an unmarked or mixed one does. */
function loads(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  return ts.isImportDeclaration(node) ? node.importClause?.isTypeOnly !== true : !node.isTypeOnly;
}

/** Returns the module names that a file loads when it runs, statically or by a call of `import()`. */
function loadedNames(file: SourceFile): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    let name: ts.Expression | undefined;
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && loads(node)) name = node.moduleSpecifier;
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) name = node.arguments[0];
    if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return names;
}

/** Returns the source file that an import means, in the same folder or in another package of the repository. */
function targetOf(from: string, name: string, packages: ReadonlyMap<string, Manifest>): string | undefined {
  if (name.startsWith('.')) return resolveRelative(from, name);
  const owner = packageOf(name);
  const folder = [...packages].find(([, manifest]) => manifest.name === owner)?.[0];
  return folder === undefined ? undefined : `${folder}/src${name.slice(owner.length)}/index.ts`;
}

/** Returns the files that import each other in a circle by value imports; each group of such files is one line. */
export function importCycles(files: readonly SourceFile[]): string[] {
  const packages = manifests(files);
  const imports = new Map(
    files
      .filter(({ path }) => isCode(path))
      .map((file) => [file.path, loadedNames(file).flatMap((name) => targetOf(file.path, name, packages) ?? [])]),
  );
  return circlesOf(imports).map((circle) => `${circle.length} files import each other: ${circle.join(', ')}`);
}

/** Tarjan's algorithm: the groups of nodes that all reach each other, without the nodes that stand alone. */
function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string): void => {
    const index = order.size;
    order.set(node, index);
    lowest.set(node, index);
    open.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== index) return;
    const circle = open.splice(open.indexOf(node)).sort();
    if (circle.length > 1 || edges.get(node)?.includes(node)) circles.push(circle);
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return circles.sort();
}
