import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Finds a program, or installs Debian's package of the same name where that is possible; `undefined` if there is none. */
export async function debianProgram(name: string): Promise<string | undefined> {
  const program = found(name);
  if (program !== undefined) return program;
  await installPackage(name);
  return found(name);
}

function found(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * Installs a package of Debian where that is possible. Tests that need another one wait meanwhile, without blocking their process: vitest takes
 * a worker that is silent for a minute for a broken one.
 */
export async function installPackage(name: string): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  const install = `apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends ${name}`;
  const script = `${install} || { apt-get update && ${install}; }`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const lock = join(tmpdir(), 'emend-install.lock');
  const child = spawn('flock', [lock, 'sh', '-c', script], { env, stdio: 'ignore', timeout: 300_000 });
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
}
