import { builtinModules } from 'node:module';
import { commandProblems } from './commands.ts';
import { dialectProblems } from './dialects.ts';
import { type Import, importsOf, packageOf, resolveRelative } from './imports.ts';
import { nodeGlobalsOf } from './node-globals.ts';
import { isTestCode, isTypeScript, type Manifest, manifests, type SourceFile } from './repository.ts';
import { roomProblems } from './rooms.ts';

const library = 'packages/acp/src/';

/** Who may import whom inside the library; a folder may always import itself. */
const layers: Readonly<Record<string, readonly string[]>> = {
  transport: [],
  protocol: [],
  agents: ['protocol'],
  jsonrpc: ['transport'],
  remote: ['transport', 'jsonrpc'],
  session: ['protocol'],
  permissions: ['protocol'],
  bridge: ['transport', 'jsonrpc', 'protocol', 'session'],
  view: ['session', 'protocol'],
  recording: ['jsonrpc', 'protocol', 'bridge', 'session', 'view'],
  log: ['protocol', 'session'],
  roles: ['transport', 'jsonrpc', 'protocol', 'bridge', 'session', 'permissions', 'log'],
  react: ['remote', 'session', 'view', 'protocol'],
  node: ['transport', 'jsonrpc', 'remote', 'bridge', 'permissions', 'roles', 'agents'],
  testing: ['transport', 'jsonrpc', 'remote', 'protocol', 'bridge', 'session', 'permissions', 'view', 'log', 'roles'],
  'index.ts': [
    'transport',
    'jsonrpc',
    'remote',
    'protocol',
    'bridge',
    'session',
    'permissions',
    'view',
    'log',
    'roles',
    'testing',
  ],
};

/** The layer that may import a peer dependency. */
const peerLayer = (name: string) => (name === 'ws' ? 'node' : 'react');

const builtins = new Set(builtinModules);
const isBuiltin = (specifier: string) => specifier.startsWith('node:') || builtins.has(specifier);
const layerOf = (path: string) => path.slice(library.length).split('/')[0] ?? '';

function relativeProblem(file: SourceFile, specifier: string): string | undefined {
  const target = resolveRelative(file.path, specifier);
  if (!target.startsWith(library)) return `imports ${specifier}, which is outside the library`;
  if (isTestCode(target)) return `imports ${specifier}, which is test code`;
  const [from, to] = [layerOf(file.path), layerOf(target)];
  if (from !== to && !layers[from]?.includes(to)) return `imports ${specifier}: ${from} may not import ${to}`;
  const isIndex = file.path.endsWith('/index.ts');
  if (target.endsWith('/index.ts') && !isIndex) return `imports the index ${specifier} instead of the file it means`;
  return undefined;
}

function libraryImportProblem(
  file: SourceFile,
  { specifier }: Import,
  manifest: Manifest | undefined,
): string | undefined {
  if (specifier === undefined) return 'imports a computed name, which nothing can check';
  if (specifier.startsWith('.')) return relativeProblem(file, specifier);
  const layer = layerOf(file.path);
  if (isBuiltin(specifier)) return layer === 'node' ? undefined : `imports ${specifier}: only node may touch Node`;
  const name = packageOf(specifier);
  if (name === manifest?.name) return `imports ${specifier}: the library names its own files by path`;
  const peers = manifest?.peerDependencies ?? {};
  if (Object.hasOwn(peers, name) && layer !== peerLayer(name))
    return `imports ${specifier}: only ${peerLayer(name)} may import it`;
  if (!Object.hasOwn({ ...manifest?.dependencies, ...peers }, name))
    return `imports ${specifier}, which package.json does not declare`;
  return undefined;
}

function libraryProblems(file: SourceFile, manifest: Manifest | undefined): string[] {
  const layer = layerOf(file.path);
  if (!Object.hasOwn(layers, layer)) return [`${file.path}: ${layer} is not in the table of layers`];
  const imports = importsOf(file).flatMap((each) => {
    const problem = libraryImportProblem(file, each, manifest);
    return problem === undefined ? [] : [`${file.path}:${each.line}: ${problem}`];
  });
  const globals = layer === 'node' ? [] : nodeGlobalsOf(file);
  return [
    ...imports,
    ...globals.map(({ name, line }) => `${file.path}:${line}: uses ${name}: only node may touch Node`),
  ];
}

function outsideProblem(file: SourceFile, { specifier }: Import, packages: Map<string, Manifest>): string | undefined {
  if (specifier === undefined || isBuiltin(specifier)) return undefined;
  if (specifier.startsWith('.')) {
    const target = resolveRelative(file.path, specifier);
    const isInside = target.startsWith('packages/acp/') && !file.path.startsWith('packages/acp/');
    return isInside ? `imports ${specifier}, a file inside the library` : undefined;
  }
  const acp = packages.get('packages/acp');
  const name = packageOf(specifier);
  if (name === acp?.name && !Object.hasOwn(acp.exports ?? {}, `.${specifier.slice(name.length)}`)) {
    return `imports ${specifier}, which the library does not export`;
  }
  const own = [...packages].find(([folder]) => file.path.startsWith(`${folder}/`))?.[1];
  // A command and a web page are bundled with what they need only to be built; a library is not.
  const isBundled = own?.bin !== undefined || file.path.startsWith('packages/inspector/src/page/');
  const bundled = isBundled ? own?.devDependencies : {};
  const declared = { ...own?.dependencies, ...own?.peerDependencies, ...own?.optionalDependencies, ...bundled };
  return own !== undefined && !Object.hasOwn(declared, name)
    ? `imports ${specifier}, which package.json does not declare`
    : undefined;
}

/** Everything that breaks the table of layers, one line each. */
export function layerProblems(files: readonly SourceFile[]): string[] {
  const packages = manifests(files);
  const code = files.filter(({ path }) => isTypeScript(path) && !isTestCode(path));
  const inside = code.filter(({ path }) => path.startsWith(library));
  const outside = code.filter(
    ({ path }) => /^(packages|bench|examples)\//.test(path) && !path.startsWith('packages/acp/'),
  );
  return [
    ...inside.flatMap((file) => libraryProblems(file, packages.get('packages/acp'))),
    ...dialectProblems(inside),
    ...roomProblems(inside),
    ...commandProblems(code),
    ...outside.flatMap((file) =>
      importsOf(file).flatMap((each) => {
        const problem = outsideProblem(file, each, packages);
        return problem === undefined ? [] : [`${file.path}:${each.line}: ${problem}`];
      }),
    ),
  ];
}
