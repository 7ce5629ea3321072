import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Finds a program, or installs Debian's package of the same name where that is possible; `undefined` if there is none. */
export function debianProgram(name: string): string | undefined {
  return found(name) ?? installed(name);
}

function found(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Installs a package, one test file at a time: the others wait and find it there. */
function installed(name: string): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  // Another test may install something else at this moment.
  const install = `apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends ${name}`;
  const script = `command -v ${name} || ${install} || { apt-get update && ${install}; }`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const lock = join(tmpdir(), `emend-${name}-install.lock`);
  spawnSync('flock', [lock, 'sh', '-c', script], { env, stdio: 'ignore', timeout: 300_000 });
  return found(name);
}
