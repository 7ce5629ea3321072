import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// The compiler copies no styles, so that a compiled program takes the page from its sources.
const folder = new URL(import.meta.url.includes('/dist/') ? '../../web-agent/page/' : './page/', import.meta.url);

/** Returns the files of the page by their paths; its programs are bundled into one. */
export async function pageFiles(): Promise<ReadonlyMap<string, { readonly type: string; readonly content: string }>> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.tsx', folder))],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const text = (name: string) => readFile(new URL(name, folder), 'utf8');
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', content: await text('index.html') }],
    ['/page.css', { type: 'text/css; charset=utf-8', content: await text('page.css') }],
    ['/page.js', { type: 'text/javascript; charset=utf-8', content: outputFiles[0]?.text ?? '' }],
  ]);
}
