import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cached } from './root.mjs';
import { say } from './say.mjs';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function ownerOf(folder) {
  try {
    return Number(readFileSync(join(folder, 'pid'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Lets only one process at a time install or build, because two would write the same files. */
export async function inTurn(name, work) {
  const folder = cached(`${name}.turn`);
  let unowned = 0;
  for (let waited = 0; ; waited++) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = ownerOf(folder);
    // A folder without an owner is either being claimed this instant or was left behind; give it a second.
    unowned = owner ? 0 : unowned + 1;
    if ((owner && !isAlive(owner)) || unowned > 10) rmSync(folder, { recursive: true, force: true });
    else {
      if (waited === 10) say(`Waiting for another command that is in its ${name} step.`);
      await delay(100);
    }
  }
  try {
    writeFileSync(join(folder, 'pid'), String(process.pid));
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
