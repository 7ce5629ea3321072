import { readdirSync, readFileSync } from 'node:fs';

/** How long nothing at all may end before the run counts as stuck, in milliseconds; the slowest test takes a tenth of it. */
const patience = 12 * 60_000;

/** Returns the ids of the processes that this one has started; empty where the system does not tell. */
function startedProcesses() {
  try {
    return readdirSync('/proc/self/task').flatMap((thread) =>
      readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/**
 * A reporter of vitest that ends a run in which nothing happens any more, and names what was running. A worker in an endless loop meets no
 * time limit of vitest, and would keep the run waiting for ever without a word.
 */
// biome-ignore lint/style/noDefaultExport: vitest takes the default export of a reporter's file.
export default class StuckReporter {
  #running = new Map();
  #waiting = new Set();
  #timer;

  onTestRunStart() {
    this.#timer = setTimeout(() => this.#giveUp(), patience);
  }

  onTestModuleQueued(module) {
    this.#waiting.add(module.moduleId);
  }

  onTestModuleStart(module) {
    this.#waiting.delete(module.moduleId);
    this.#running.set(module.moduleId, 'before its first test');
  }

  onTestCaseReady(test) {
    this.#running.set(test.module.moduleId, test.fullName);
  }

  onTestCaseResult() {
    this.#timer?.refresh();
  }

  onTestModuleEnd(module) {
    this.#running.delete(module.moduleId);
    this.#timer?.refresh();
  }

  onTestRunEnd() {
    clearTimeout(this.#timer);
  }

  #giveUp() {
    const running = [...this.#running].map(([file, test]) => `  ${file}: ${test}`);
    const waiting = [...this.#waiting].map((file) => `  ${file}`);
    const lines = [`\nNo test has ended for ${patience / 60_000} minutes. Running:`, ...running];
    if (waiting.length > 0) lines.push('Not begun:', ...waiting);
    process.stderr.write(`${lines.join('\n')}\n`);
    for (const child of startedProcesses()) process.kill(child, 'SIGKILL');
    process.exit(1);
  }
}
