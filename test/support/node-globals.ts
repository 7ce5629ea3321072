import ts from 'typescript';
import { parse } from './imports.ts';
import type { SourceFile } from './repository.ts';

const names = new Set([
  'Buffer',
  'process',
  'global',
  'require',
  'module',
  '__dirname',
  '__filename',
  'setImmediate',
  'clearImmediate',
  'NodeJS',
]);

/** A use of something that only Node has. */
export interface GlobalUse {
  readonly name: string;
  readonly line: number;
}

// A property or a member of that name is not the global, except in `globalThis.X`.
function isOwnName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) {
    const isOnGlobal = ts.isIdentifier(parent.expression) && parent.expression.text === 'globalThis';
    return parent.name === node && !isOnGlobal;
  }
  if (ts.isQualifiedName(parent)) return parent.right === node;
  // `declare global` is about any platform.
  if (ts.isModuleDeclaration(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  const isNamed = ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent);
  const isMember = isNamed || ts.isMethodDeclaration(parent) || ts.isMethodSignature(parent) || ts.isAccessor(parent);
  return isMember && parent.name === node;
}

function isDeclaration(node: ts.Identifier): boolean {
  const { parent } = node;
  const declares =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isBindingElement(parent);
  return declares && parent.name === node;
}

/** Returns where a file uses globals that only Node has; names that the file declares itself do not count. */
export function nodeGlobalsOf(file: SourceFile): GlobalUse[] {
  const source = parse(file);
  const own = new Set<string>();
  const uses: GlobalUse[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && names.has(node.text)) {
      if (isDeclaration(node)) own.add(node.text);
      else if (!isOwnName(node)) {
        uses.push({ name: node.text, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses.filter(({ name }) => !own.has(name));
}
