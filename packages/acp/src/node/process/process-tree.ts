import { type ChildProcess, spawnSync } from 'node:child_process';
import { expectGuarded, killAtExit } from './exit-guard.ts';
import { hasLiveMember, liveMembers } from './process-group.ts';

/** How processes are seen and signalled by the number of their group. */
export interface ProcessGroups {
  hasLiveMember(group: number): boolean;
  liveMembers(group: number): readonly string[];
  signal(group: number, signal: NodeJS.Signals): void;
}

const systemGroups: ProcessGroups = {
  hasLiveMember,
  liveMembers,
  signal: (group, signal) => void process.kill(-group, signal),
};

/** A child process and everything it started, as far as that stayed in its process group. */
export class ProcessTree {
  readonly #child: ChildProcess;
  readonly #pid: number;
  readonly #groups: ProcessGroups;
  /**
   * Who was in the group when it was last looked at, from the end of the child on. Until then the number of the group is ours; afterwards
   * only as long as somebody stays in it, and once it is empty the system may give it to anybody.
   */
  #left: ReadonlySet<string> | undefined;
  #unguard = () => {};

  /** The child must have been spawned as the leader of its own group (`detached`), except on Windows. */
  constructor(child: ChildProcess, pid: number, groups: ProcessGroups = systemGroups) {
    this.#child = child;
    this.#pid = pid;
    this.#groups = groups;
    if (process.platform === 'win32') return;
    const onExit = () => this.#see(groups.liveMembers(pid));
    if (this.#hasExited) onExit();
    else child.once('exit', onExit);
    // Whoever held the output of the child has ended, perhaps as the last one.
    child.once('close', () => this.look());
  }

  /**
   * Starts a child and guards its tree in the same step, so that it does not outlive a process that is killed at that very moment;
   * no tree if it could not be started.
   */
  static startGuarded<C extends ChildProcess>(
    start: () => C,
  ): { readonly child: C; readonly tree: ProcessTree | undefined; readonly unguard: () => void } {
    const settle = expectGuarded();
    try {
      const child = start();
      const tree = child.pid === undefined ? undefined : new ProcessTree(child, child.pid);
      return { child, tree, unguard: tree?.guard() ?? (() => {}) };
    } finally {
      settle();
    }
  }

  /** The number of the process group, which is the id of the child. */
  get group(): number {
    return this.#pid;
  }

  /** Whether anything of the tree still runs. */
  get isAlive(): boolean {
    if (process.platform === 'win32') return !this.#hasExited;
    return this.#left === undefined ? this.#groups.hasLiveMember(this.#pid) : this.#isOurs();
  }

  /** Sends a signal to the whole tree; on Windows, where there are none, SIGKILL ends it and others do nothing. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (process.platform !== 'win32') this.#signal(signal);
    else if (signal === 'SIGKILL' && !this.#hasExited)
      spawnSync('taskkill', ['/pid', String(this.#pid), '/T', '/F'], { windowsHide: true });
  }

  /**
   * Has the tree killed when this process ends, however it ends; returns the way back. A tree that is found gone is no longer guarded:
   * what watches over it when we are killed has only the number of its group.
   */
  guard(): () => void {
    if (this.#left?.size === 0) return () => {};
    this.#unguard = killAtExit(this);
    return this.#unguard;
  }

  /** Looks whether those whom the child left behind are still there; of their end nothing else tells. */
  look(): void {
    if (this.#left !== undefined) this.#isOurs();
  }

  /** Settles with true when nothing of the tree runs any more, with false when that takes longer than the given time. */
  async gone(milliseconds: number): Promise<boolean> {
    const deadline = performance.now() + milliseconds;
    // To look may mean to go through all processes of the machine.
    for (let pause = 5; this.isAlive; pause = Math.min(2 * pause, 80)) {
      const rest = deadline - performance.now();
      if (rest <= 0) return false;
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, rest)));
    }
    return true;
  }

  get #hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #signal(signal: NodeJS.Signals): void {
    if (!this.#isOurs()) return;
    try {
      this.#groups.signal(this.#pid, signal);
    } catch {
      // Gone already, which is what was wanted.
    }
  }

  /** Whether the group is still the one of the child: it is while anybody of it has been there all the time. */
  #isOurs(): boolean {
    if (this.#left === undefined) return true;
    if (this.#left.size === 0) return false;
    const now = this.#groups.liveMembers(this.#pid);
    const isOurs = now.some((member) => this.#left?.has(member));
    this.#see(isOurs ? now : []);
    return isOurs;
  }

  #see(members: readonly string[]): void {
    this.#left = new Set(members);
    if (members.length === 0) this.#unguard();
  }
}
