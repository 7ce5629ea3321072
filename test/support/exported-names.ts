import ts from 'typescript';
import { parse } from './imports.ts';
import type { SourceFile } from './repository.ts';

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind) =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);

const isDocumented = (node: ts.Node) => ts.getJSDocCommentsAndTags(node).some(ts.isJSDoc);

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const name = (statement as { name?: ts.Node }).name;
  return name === undefined ? [] : [name.getText()];
}

function exportListNames(statement: ts.ExportDeclaration): string[] {
  const { exportClause, moduleSpecifier } = statement;
  if (moduleSpecifier !== undefined || exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

/** The names that an index exports from other files. */
export function reexportedNames(file: SourceFile): string[] {
  return parse(file).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return [];
    const { exportClause } = statement;
    return exportClause !== undefined && ts.isNamedExports(exportClause)
      ? exportClause.elements.map(({ name }) => name.text)
      : [];
  });
}

/** Exports that break the house rules: default, star, or without a doc comment. */
export function exportedNameProblems(file: SourceFile): string[] {
  const source = parse(file);
  const at = (node: ts.Node) => `${file.path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
  const documented = new Set<string>();
  const exported = new Map<string, ts.Node>();
  const problems: string[] = [];
  for (const statement of source.statements) {
    // Of several overloads or merged declarations, one with a comment is enough.
    if (isDocumented(statement)) for (const name of namesOf(statement)) documented.add(name);
    const isDefault = ts.isExportAssignment(statement) || hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
    if (isDefault) problems.push(`${at(statement)}: default export`);
    else if (ts.isExportDeclaration(statement)) {
      if (statement.exportClause === undefined) problems.push(`${at(statement)}: export * names nothing`);
      for (const name of exportListNames(statement)) exported.set(name, statement);
    } else if (hasModifier(statement, ts.SyntaxKind.ExportKeyword)) {
      for (const name of namesOf(statement)) exported.set(name, statement);
    }
  }
  for (const [name, statement] of exported) {
    if (!documented.has(name)) problems.push(`${at(statement)}: ${name} has no doc comment`);
  }
  return problems;
}
