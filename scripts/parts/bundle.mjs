import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { within } from './root.mjs';

const folder = 'packages/cli';
const source = (...parts) => within(folder, 'src', ...parts);
const licences = 'THIRD-PARTY-LICENSES.txt';

/** The commands: each folder with a `command.ts` is one, with the name of the folder. */
const commandNames = () => readdirSync(source()).filter((name) => existsSync(source(name, 'command.ts')));

/** Bundles our own packages from their sources, so that source maps lead to the files that people wrote. */
const workspaceSources = {
  name: 'workspace-sources',
  setup(build) {
    build.onResolve({ filter: /^@emend\// }, ({ path }) => {
      const [, name, ...subpath] = path.split('/');
      const file = path.endsWith('.json') ? [] : ['index.ts'];
      return { path: within('packages', name, 'src', ...subpath, ...file), sideEffects: false };
    });
  },
};

/** Keeps the code of other commands out of a bundle, because a process only ever loads one command. */
const only = (own) => ({
  name: 'only-one-command',
  setup(build) {
    build.onResolve({ filter: /^\.\/[\w-]+\/command\.ts$/ }, ({ path, kind }) => {
      const name = path.split('/')[1];
      if (kind !== 'dynamic-import' || name === own) return undefined;
      return { path: `./${name}.js`, external: true };
    });
  },
});

/** Keeps what is loaded only on demand out of the bundles of commands: the modules of Node that it needs take long to load. */
const onDemand = {
  name: 'on-demand',
  setup(build) {
    build.onResolve({ filter: /\/node-remote\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './node-remote.js', external: true } : undefined,
    );
  },
};

/** Keeps out the native add-ons that the ws library uses where they happen to be installed. */
const withoutAddOns = {
  'process.env.WS_NO_BUFFER_UTIL': '"1"',
  'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
};

/** Returns the packages whose code is in a bundle, by the folder they are installed in. */
function packagesIn(metafile) {
  const found = Object.keys(metafile.inputs).map((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]);
  return found.filter((path) => path !== undefined);
}

/** Writes the licences of the bundled packages, which must be distributed with their code. */
function licencesOf(packages) {
  return [...new Set(packages)].sort().map((path) => {
    const { name, version } = JSON.parse(readFileSync(within(path, 'package.json'), 'utf8'));
    const file = readdirSync(within(path)).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} has no licence file, so it cannot be bundled.`);
    return `${name} ${version}\n\n${readFileSync(within(path, file), 'utf8').trim()}\n`;
  });
}

/**
 * Bundles the command line into one file per command, because importing hundreds of small modules takes longer than
 * the rest of a start. Packages that package.json lists as dependencies are not bundled.
 */
export async function bundleCommandLine() {
  // Installed by the time this runs, which is not so when this file is read.
  const { build } = await import('esbuild');
  const manifest = JSON.parse(readFileSync(within(folder, 'package.json'), 'utf8'));
  const outside = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  const bundled = (name, entry, command, banner) =>
    build({
      absWorkingDir: within('.'),
      entryPoints: { [name]: source(entry) },
      outdir: within(folder, 'dist'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.11',
      external: outside.flatMap((each) => [each, `${each}/*`]),
      define: withoutAddOns,
      plugins: [workspaceSources, onDemand, ...(command === 'completion' ? [] : [only(command)])],
      // Without the sources themselves: a stack trace needs names and lines only.
      sourcemap: true,
      sourcesContent: false,
      metafile: true,
      logLevel: 'warning',
      banner,
    });
  // Modules of the older kind ask for Node's own modules by `require`, which modules of the newer kind do not have.
  const banner = {
    js: `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`,
  };
  const built = await Promise.all([
    bundled('main', 'main.ts', undefined, {}),
    bundled('command-line', 'command-line.ts', undefined, banner),
    bundled('node-remote', 'remote/node-remote.ts', undefined, banner),
    ...commandNames().map((name) => bundled(name, 'command-line.ts', name, banner)),
  ]);
  writeFileSync(
    within(folder, 'dist', licences),
    licencesOf(built.flatMap(({ metafile }) => packagesIn(metafile))).join(`\n${'-'.repeat(80)}\n\n`),
  );
  removeOthers(built.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
}

/** Removes files that are neither a bundle nor output of the compiler, such as the bundle of a removed command. */
function removeOthers(outputs) {
  const kept = new Set(['modules', '.tsbuildinfo', licences, ...outputs.map((path) => basename(path))]);
  for (const name of readdirSync(within(folder, 'dist')))
    if (!kept.has(name)) rmSync(within(folder, 'dist', name), { recursive: true });
}
