import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { atMost } from './goals.ts';
import type { Measure } from './harness.ts';
import { officialSchemaFile } from './peers/official-validation.ts';

const here = fileURLToPath(new URL('../', import.meta.url));

/** Modules that only check the params of a `session/update`, as a web page would load them. */
const modules: Readonly<Record<string, string>> = {
  ours: `import { SessionNotification } from '@emend/acp/protocol/june';
    export const accepts = (params) => SessionNotification.decode(params).ok;`,
  'official SDK, v1': `import { zSessionNotification } from ${JSON.stringify(officialSchemaFile())};
    export const accepts = (params) => zSessionNotification.safeParse(params).success;`,
};

/** Measures how much a page loads to check updates. Each bundle must accept a valid update and refuse a broken one. */
export function decoderSize(good: string, broken: string): Measure {
  const contestants: Record<string, () => Promise<number>> = {};
  for (const [name, code] of Object.entries(modules)) {
    contestants[name] = async () => {
      const bundle = await bundled(code);
      const { accepts } = await import(`data:text/javascript;base64,${Buffer.from(bundle).toString('base64')}`);
      const verdicts = [good, broken].map((line) => accepts(JSON.parse(line).params));
      if (verdicts.join() !== 'true,false') throw new Error(`the bundle says ${verdicts.join()} instead of true,false`);
      return gzipSync(bundle, { level: 9 }).length;
    };
  }
  const goal = atMost(5 * 1024);
  return {
    name: 'size of a session/update decoder, gzipped',
    unit: 'bytes',
    better: 'lower',
    goal,
    runs: 'alike',
    contestants,
  };
}

async function bundled(code: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: here },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('there is no bundle');
  return file.contents;
}
