import { cpSync, readdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { licencesFile, writeLicences } from './licences.mjs';
import { within } from './root.mjs';
import { workspaceSources } from './workspace-sources.mjs';

/** The sources of the page of the inspector. */
export const page = 'packages/inspector/src/page';

/** Where the page is built: beside the compiled server, which serves it. */
export const builtPage = 'packages/inspector/dist/page';

const worker = 'packages/inspector/src/worker';

/** Where the worker of exported pages is built; the server does not serve it. */
const builtWorker = 'packages/inspector/dist/worker';

/**
 * Bundles the page of the inspector into static files: a page, a script and a style sheet, all from here. The worker with the engine, which
 * is in exported pages, is a file of its own.
 */
export async function bundlePage() {
  const { build } = await import('esbuild');
  const bundled = (entry, outdir, format) =>
    build({
      absWorkingDir: within('.'),
      entryPoints: { main: entry },
      outdir: within(outdir),
      bundle: true,
      minify: true,
      format,
      platform: 'browser',
      target: 'es2022',
      charset: 'utf8',
      jsx: 'automatic',
      legalComments: 'none',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [workspaceSources],
      metafile: true,
      logLevel: 'warning',
    });
  const [{ metafile }, engine] = await Promise.all([
    bundled(within(page, 'main.tsx'), builtPage, 'esm'),
    bundled(within(worker, 'main.ts'), builtWorker, 'iife'),
  ]);
  cpSync(within(page, 'index.html'), within(builtPage, 'index.html'));
  writeLicences(builtPage, [metafile, engine.metafile]);
  const kept = new Set(['index.html', licencesFile, ...Object.keys(metafile.outputs).map((path) => basename(path))]);
  for (const name of readdirSync(within(builtPage)))
    if (!kept.has(name)) rmSync(within(builtPage, name), { recursive: true });
}
