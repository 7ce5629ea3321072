import vm from 'node:vm';
import { build } from 'esbuild';
import { root } from './repository.ts';

/** Bundles a TypeScript entry for browsers into one file; throws if it needs Node. */
export async function bundleForBrowser(entry: string, { minify = false } = {}): Promise<string> {
  const result = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    bundle: true,
    minify,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'bundled',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  const [file] = result.outputFiles;
  if (file === undefined) throw new Error('esbuild wrote nothing');
  return file.text;
}

// Globals that browsers, workers and Node share.
const web = {
  AbortController,
  AbortSignal,
  Event,
  EventTarget,
  MessageChannel,
  ReadableStream,
  TextDecoder,
  TextEncoder,
  TransformStream,
  URL,
  WritableStream,
  clearTimeout,
  queueMicrotask,
  setTimeout,
  structuredClone,
};

/** Runs a bundle without Node's globals and without `eval`, and returns its exports. */
export function evaluateBare(code: string): Record<string, unknown> {
  const context = vm.createContext({ ...web }, { codeGeneration: { strings: false, wasm: false } });
  vm.runInContext(code, context, { filename: 'bundle.js' });
  return (context as { bundled?: Record<string, unknown> }).bundled ?? {};
}
