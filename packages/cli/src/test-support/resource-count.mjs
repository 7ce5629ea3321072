// Is loaded before a program, and writes what the program holds as a line of JSON on standard error when it gets SIGUSR2.
import { createHook } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';

/** Timers that are set, also those that do not keep the process. */
const timers = new Map();
createHook({
  init: (id, type) => type === 'Timeout' && timers.set(id, type),
  destroy: (id) => timers.delete(id),
}).enable();

function children() {
  const isChild = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1] === String(process.pid);
    } catch {
      return false;
    }
  };
  return process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name)) : [];
}

process.on('SIGUSR2', () => {
  const handles = {};
  for (const name of process.getActiveResourcesInfo()) if (name !== 'Timeout') handles[name] = (handles[name] ?? 0) + 1;
  const counts = { timers: timers.size, handles, children: children().length };
  process.stderr.write(`resources ${JSON.stringify(counts)}\n`);
});
