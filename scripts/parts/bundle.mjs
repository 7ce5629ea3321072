import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { licencesFile, writeLicences } from './licences.mjs';
import { within } from './root.mjs';
import { workspaceSources } from './workspace-sources.mjs';

const folder = 'packages/cli';
const source = (...parts) => within(folder, 'src', ...parts);

/** The commands: each folder with a `command.ts` is one, with the name of the folder. */
const commandNames = () => readdirSync(source()).filter((name) => existsSync(source(name, 'command.ts')));

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

/** The files that are loaded only on demand: the modules of Node that they need, or their own code, take long to load. */
const loadedLate = { 'node-remote': 'remote/node-remote.ts', 'live-bridge': 'bridge/live-bridge.ts' };

/** Keeps them out of the bundles of commands. */
const onDemand = {
  name: 'on-demand',
  setup(build) {
    build.onResolve({ filter: /\/(node-remote|live-bridge)\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `./${basename(path, '.ts')}.js`, external: true } : undefined,
    );
  },
};

/** Keeps out the native add-ons that the ws library uses where they happen to be installed. */
const withoutAddOns = {
  'process.env.WS_NO_BUFFER_UTIL': '"1"',
  'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
};

/**
 * Bundles the command line into one file per command, because importing hundreds of small modules takes longer than
 * the rest of a start. Packages that package.json lists as dependencies of whoever installs it are not bundled.
 */
export async function bundleCommandLine() {
  // Installed by the time this runs, which is not so when this file is read.
  const { build } = await import('esbuild');
  const manifest = JSON.parse(readFileSync(within(folder, 'package.json'), 'utf8'));
  const outside = Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  });
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
    ...Object.entries(loadedLate).map(([name, entry]) => bundled(name, entry, undefined, banner)),
    ...commandNames().map((name) => bundled(name, 'command-line.ts', name, banner)),
  ]);
  writeLicences(
    `${folder}/dist`,
    built.map(({ metafile }) => metafile),
  );
  removeOthers(built.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
}

/** Removes files that are neither a bundle nor output of the compiler, such as the bundle of a removed command. */
function removeOthers(outputs) {
  const kept = new Set(['modules', '.tsbuildinfo', licencesFile, ...outputs.map((path) => basename(path))]);
  for (const name of readdirSync(within(folder, 'dist')))
    if (!kept.has(name)) rmSync(within(folder, 'dist', name), { recursive: true });
}
