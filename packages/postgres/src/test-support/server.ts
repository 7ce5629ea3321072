import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { installPackage } from '../../../../test/support/debian-program.ts';
import { freePort } from '../../../../test/support/free-port.ts';

/** A server for tests: that of EMEND_TEST_POSTGRES_URL, or one that lives as long as they run. */
export interface TestServer {
  readonly url: string;
  /** Kills the server and starts it again on the same data, as one that may be written or not; absent where the server is not ours. */
  restart?(as?: 'primary' | 'standby'): Promise<void>;
  stop(): Promise<void>;
}

/** A server, or the reason in one sentence why there is none. `mayInstall` is whether its package may be installed for that. */
export async function startServer({ mayInstall }: { readonly mayInstall: boolean }): Promise<TestServer | string> {
  const given = process.env['EMEND_TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: async () => {} };
  if (findPrograms() === undefined && mayInstall) await installPackage('postgresql');
  const programs = findPrograms();
  if (programs === undefined) return 'PostgreSQL is not installed and cannot be installed here.';
  try {
    return await startOwn(programs);
  } catch (error) {
    return `A PostgreSQL server could not be started: ${error instanceof Error ? error.message : error}`;
  }
}

function findPrograms(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'postgres'));
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [...onPath, ...versions.map((version) => join(debian, version, 'bin/postgres'))]
    .filter((path) => existsSync(path))
    .map((path) => dirname(realpathSync(path)));
  return found.find((folder) => existsSync(join(folder, 'initdb')));
}

/** The server refuses to run as root: then it runs as the user that its package made, or as nobody. */
function userToRunAs(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout || 65534);
  return { uid: id('-u'), gid: id('-g') };
}

async function startOwn(programs: string): Promise<TestServer> {
  const user = userToRunAs();
  const folder = mkdtempSync(join(tmpdir(), 'emend-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const setUp = ['-D', data, '-U', 'emend', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(programs, 'initdb'), setUp, { ...user, cwd: folder, stdio: 'pipe' });
  const port = await freePort();
  const url = `postgres://emend@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const args = ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', folder];
    const child = spawn(join(programs, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' });
    // It ends with the program that started it, which need not wait for it.
    child.unref();
    await answers(url, child);
    return child;
  };
  let child = await start();
  const end = async (signal: NodeJS.Signals) => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  };
  const removed = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', () => {
    child.kill('SIGQUIT');
    removed();
  });
  return {
    url,
    async restart(as) {
      await end('SIGQUIT');
      if (as === 'standby') writeFileSync(join(data, 'standby.signal'), '');
      child = await start();
    },
    async stop() {
      await end('SIGINT');
      removed();
    },
  };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 4_000; attempt++) {
    if (child.exitCode !== null) throw new Error(`it ended with status ${child.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await delay(50);
    }
  }
  throw new Error('it does not answer');
}
