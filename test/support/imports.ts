import { dirname, join, normalize } from 'node:path/posix';
import ts from 'typescript';
import type { SourceFile } from './repository.ts';

/** One place where a file names another module, in whatever way. */
export interface Import {
  /** What the file says, or `undefined` for a dynamic import of a computed name. */
  readonly specifier: string | undefined;
  readonly line: number;
}

const parsed = new Map<string, ts.SourceFile>();

/** The syntax tree of a file; several checks look at the same. */
export function parse(file: SourceFile): ts.SourceFile {
  const known = parsed.get(file.path);
  if (known?.text === file.text) return known;
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  parsed.set(file.path, source);
  return source;
}

function isModuleCall(node: ts.CallExpression): boolean {
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  return ts.isIdentifier(node.expression) && node.expression.text === 'require';
}

// Static, type-only, re-exporting, dynamic, `import('x').T` and `import x = require('x')`.
function moduleNameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isCallExpression(node) && isModuleCall(node)) return node.arguments[0] ?? node;
  return undefined;
}

/** Every import of a file: type-only, dynamic and re-exporting ones too. */
export function importsOf(file: SourceFile): Import[] {
  const source = parse(file);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const name = moduleNameOf(node);
    if (name !== undefined) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      found.push({ specifier: ts.isStringLiteralLike(name) ? name.text : undefined, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The path from the root that a relative import means. */
export function resolveRelative(from: string, specifier: string): string {
  return normalize(join(dirname(from), specifier));
}

/** The package that a bare import means: `@emend/acp` for `@emend/acp/session`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
