import { readFileSync } from 'node:fs';
import { npm } from './npm.mjs';
import { within } from './root.mjs';
import { outputToStderr } from './run.mjs';
import { fail, say, since } from './say.mjs';
import { inTurn } from './turn.mjs';

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/**
 * Returns whether npm last installed what the lock file asks for. npm writes its record at the end of an install, so an
 * interrupted install does not count, and one made by hand does.
 */
export function isInstalled(wanted, installed) {
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    if (!found) return entry.optional === true;
    return found.version === entry.version && (!entry.integrity || found.integrity === entry.integrity);
  });
}

const installedAsLocked = () =>
  isInstalled(readLock(within('package-lock.json')), readLock(within('node_modules/.package-lock.json')));

/** Installs the dependencies if they are missing or the lock file has changed since the last install. */
export async function ensureInstalled() {
  if (installedAsLocked()) return;
  await inTurn('install', async () => {
    if (installedAsLocked()) return;
    const start = performance.now();
    say('Installing the dependencies with npm ci (needed once, and after the lock file changes) ...');
    const status = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], outputToStderr);
    if (status !== 0) {
      fail('The dependencies could not be installed; npm says why above. Is this machine connected to the network?');
    }
    say(`Installed in ${since(start)}.`);
  });
}
