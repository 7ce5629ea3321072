import ts from 'typescript';
import { parse, resolveRelative } from './imports.ts';
import { isTestCode, isTypeScript, type SourceFile } from './repository.ts';

/** Every name of a module, as a namespace import or a call of `import()` takes it. */
const all = '*';

const isExported = (node: ts.Node) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Returns the names that a file declares and exports, with their lines. */
function exportsOf(file: SourceFile): Map<string, number> {
  const source = parse(file);
  const found = new Map<string, number>();
  const add = (name: ts.Node) =>
    found.set(name.getText(source), source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1);
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier === undefined) {
      if (statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause))
        for (const { name } of statement.exportClause.elements) add(name);
    } else if (!isExported(statement)) continue;
    else if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) add(name);
    else if ('name' in statement && statement.name !== undefined) add(statement.name as ts.Node);
  }
  return found;
}

interface Use {
  readonly path: string;
  readonly name: string;
}

/** Returns the names of other files that a file takes, by whatever kind of import. */
function usesOf(file: SourceFile): Use[] {
  const uses: Use[] = [];
  const take = (specifier: ts.Node | undefined, names: readonly string[]) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier) || !specifier.text.startsWith('.')) return;
    const path = resolveRelative(file.path, specifier.text);
    uses.push(...names.map((name) => ({ path, name })));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : undefined;
      take(node.moduleSpecifier, named?.map(({ name, propertyName }) => (propertyName ?? name).text) ?? [all]);
    } else if (ts.isExportDeclaration(node)) {
      const named =
        node.exportClause !== undefined && ts.isNamedExports(node.exportClause) ? node.exportClause : undefined;
      take(node.moduleSpecifier, named?.elements.map(({ name, propertyName }) => (propertyName ?? name).text) ?? [all]);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      take(node.argument.literal, [node.qualifier?.getText() ?? all]);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      take(node.arguments[0], [all]);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return uses;
}

/** True for files whose exports need no importer here: entry points for users, settings of tools, and generated code. */
const isExempt = (path: string) => isTestCode(path) || /(\/index|\.config)\.ts$|\/generated\//.test(path);

/** Types that nobody imports, but that the compiler names in the declarations of other files. */
const inferred: ReadonlyMap<string, readonly string[]> = new Map([
  ['generate/language.ts', ['RecordDefinition', 'AliasDefinition', 'CodesDefinition', 'ScalarsDefinition']],
  ['packages/acp/src/node/client-host/terminal.ts', ['ExitStatus']],
]);

/** Returns the exports that no other file imports. */
export function unusedExports(files: readonly SourceFile[]): string[] {
  const code = files.filter(({ path }) => isTypeScript(path) || path.endsWith('.mjs'));
  const used = new Set(code.flatMap(usesOf).map(({ path, name }) => `${path} ${name}`));
  return code
    .filter(({ path }) => isTypeScript(path) && !isExempt(path))
    .flatMap((file) =>
      used.has(`${file.path} ${all}`)
        ? []
        : [...exportsOf(file)]
            .filter(([name]) => !used.has(`${file.path} ${name}`) && !inferred.get(file.path)?.includes(name))
            .map(([name, line]) => `${file.path}:${line}: ${name} is exported, but no other file imports it`),
    );
}
