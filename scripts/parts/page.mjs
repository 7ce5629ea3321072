import { cpSync, readdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { licencesFile, writeLicences } from './licences.mjs';
import { within } from './root.mjs';
import { workspaceSources } from './workspace-sources.mjs';

/** The sources of the page of the inspector. */
export const page = 'packages/inspector/src/page';

/** Where the page is built: beside the compiled server, which serves it. */
export const builtPage = 'packages/inspector/dist/page';

/** Bundles the page of the inspector into static files: a page, a script and a style sheet, all from here. */
export async function bundlePage() {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: within('.'),
    entryPoints: { main: within(page, 'main.tsx') },
    outdir: within(builtPage),
    bundle: true,
    minify: true,
    format: 'esm',
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
  cpSync(within(page, 'index.html'), within(builtPage, 'index.html'));
  writeLicences(builtPage, [metafile]);
  const kept = new Set(['index.html', licencesFile, ...Object.keys(metafile.outputs).map((path) => basename(path))]);
  for (const name of readdirSync(within(builtPage)))
    if (!kept.has(name)) rmSync(within(builtPage, name), { recursive: true });
}
