import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../../../', import.meta.url);

interface Starter {
  startServer(options: { mayInstall: boolean }): Promise<{ readonly url: string } | string>;
}

/** The URL of the server that the tests would use, started if need be; or a sentence why there is none. */
export async function postgresServer(): Promise<{ readonly url: string } | string> {
  const outfile = fileURLToPath(new URL('.cache/bench-postgres-server.mjs', root));
  await build({
    entryPoints: [fileURLToPath(new URL('packages/postgres/src/test-support/server.ts', root))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg'],
  });
  const { startServer } = (await import(pathToFileURL(outfile).href)) as Starter;
  return startServer({ mayInstall: false });
}
