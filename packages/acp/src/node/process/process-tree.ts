import { type ChildProcess, spawnSync } from 'node:child_process';
import { expectGuarded, killAtExit } from './exit-guard.ts';
import { hasLiveMember, liveMembers } from './process-group.ts';

/** Looks up and signals process groups. */
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

/** A child process and the processes it started, as long as they stay in its process group. */
export class ProcessTree {
  readonly #child: ChildProcess;
  readonly #pid: number;
  readonly #groups: ProcessGroups;
  /**
   * The members of the group when it was last checked; undefined while the child is running. The id of the group is ours as long as one
   * of them is running. Once the group is empty, the system may reuse its id.
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
    // A process that held the output of the child has exited, perhaps the last one of the group.
    child.once('close', () => this.look());
  }

  /**
   * Starts a child and guards its tree in the same step, so that it cannot outlive this process. There is no tree if the child could
   * not be started.
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

  /** The id of the process group, which is the id of the child. */
  get group(): number {
    return this.#pid;
  }

  /** Whether any process of the tree is running. */
  get isAlive(): boolean {
    if (process.platform === 'win32') return !this.#hasExited;
    return this.#left === undefined ? this.#groups.hasLiveMember(this.#pid) : this.#isOurs();
  }

  /** Sends a signal to the whole tree. On Windows, which has no signals, SIGKILL ends it and others do nothing. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (process.platform !== 'win32') this.#signal(signal);
    else if (signal === 'SIGKILL' && !this.#hasExited)
      spawnSync('taskkill', ['/pid', String(this.#pid), '/T', '/F'], { windowsHide: true });
  }

  /**
   * Kills the tree when this process ends, for whatever reason; returns a function that undoes it. A tree that has ended is no longer
   * guarded, because the watchdog only knows the id of its group, which may be reused.
   */
  guard(): () => void {
    if (this.#left?.size === 0) return () => {};
    this.#unguard = killAtExit(this);
    return this.#unguard;
  }

  /** Checks whether processes that the child left behind are still running; there is no event for their end. */
  look(): void {
    if (this.#left !== undefined) this.#isOurs();
  }

  /** Resolves with true when no process of the tree is running any more, or with false after the given time. */
  async gone(milliseconds: number): Promise<boolean> {
    const deadline = performance.now() + milliseconds;
    // Each check may go through all processes of the machine.
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
      // It has ended already.
    }
  }

  /** Returns whether the group still belongs to the child: one of the known members is still running. */
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
