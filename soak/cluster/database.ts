import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../../../', import.meta.url);

/** A PostgreSQL server for the run. */
interface Database {
  readonly url: string;
  stop(): Promise<void>;
}

interface Starter {
  startServer(options: { mayInstall: boolean }): Promise<Database | string>;
}

/** Starts the server that the tests would use; throws where there is none. */
export async function startDatabase(): Promise<Database> {
  const outfile = fileURLToPath(new URL(`.cache/soak-database-${process.pid}.mjs`, root));
  await build({
    entryPoints: [fileURLToPath(new URL('packages/postgres/src/test-support/server.ts', root))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg'],
  });
  const { startServer } = (await import(pathToFileURL(outfile).href)) as Starter;
  const started = await startServer({ mayInstall: false });
  if (typeof started === 'string') throw new Error(started);
  return started;
}
