import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** What a browser of tests needs where there is no screen, no sandbox and no network but this machine's. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with a new profile, which lives until it is closed, or the reason in one sentence why there is none. */
export async function startChromium(): Promise<Browser | string> {
  const program = findProgram() ?? installProgram();
  if (program === undefined) return 'Chromium is not installed and cannot be installed here.';
  try {
    return await chromium.launch({ executablePath: program, args: flags });
  } catch (error) {
    return `Chromium could not be started: ${error instanceof Error ? error.message : error}`;
  }
}

function findProgram(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'chromium')).find((path) => existsSync(path));
}

/** Installs Debian's package, one test file at a time: the others wait and find it there. */
function installProgram(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  // Another test may install something else at this moment.
  const install = 'apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends chromium';
  const script = `command -v chromium || ${install} || { apt-get update && ${install}; }`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const lock = join(tmpdir(), 'emend-chromium-install.lock');
  spawnSync('flock', [lock, 'sh', '-c', script], { env, stdio: 'ignore', timeout: 300_000 });
  return findProgram();
}
