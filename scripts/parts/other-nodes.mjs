import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { outputToStderr } from './run.mjs';
import { say } from './say.mjs';

const supported = [20, 22, 24];

/** Returns the supported major versions of Node other than the one that runs this script. */
export function otherVersions(running = process.versions.node) {
  return supported.filter((major) => major !== Number(running.split('.')[0]));
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'emend-node-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  return { folder, remove };
}

/** Downloads another Node from the npm package `node`, calls back with its path, and removes it afterwards. */
export async function withNode(major, work) {
  const { folder, remove } = temporaryFolder();
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `node@${major}`];
    const status = await npm(args, { ...outputToStderr, cwd: folder });
    if (status !== 0) {
      say(`emend: Node ${major} could not be installed from npm; is this machine connected to the network?`);
      return undefined;
    }
    const name = process.platform === 'win32' ? 'node.exe' : 'node';
    return await work(join(folder, 'node_modules/node/bin', name));
  } finally {
    remove();
  }
}
