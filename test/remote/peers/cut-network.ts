import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** A second network on this machine, whose only cable can be pulled: then packets vanish, and nobody is told. */
export interface CutNetwork {
  /** The address of this side. */
  readonly host: string;
  /** Starts a program on the other side. */
  start(program: string, args: readonly string[]): ChildProcess;
  pull(): void;
  remove(): void;
}

/** Makes such a network, where this user may; `undefined` where not. */
export function cutNetwork(): CutNetwork | undefined {
  const name = `emend${process.pid % 100_000}`;
  const [near, far] = [`${name}a`, `${name}b`];
  const third = process.pid % 250;
  const run = (...words: string[]) => spawnSync('ip', words, { stdio: 'ignore' }).status === 0;
  const inside = (...words: string[]) => run('netns', 'exec', name, 'ip', ...words);
  const remove = () => {
    run('link', 'del', near);
    run('netns', 'del', name);
  };
  const host = `10.213.${third}.1`;
  const isMade =
    run('netns', 'add', name) &&
    run('link', 'add', near, 'type', 'veth', 'peer', 'name', far) &&
    run('link', 'set', far, 'netns', name) &&
    run('addr', 'add', `${host}/24`, 'dev', near) &&
    run('link', 'set', near, 'up') &&
    inside('addr', 'add', `10.213.${third}.2/24`, 'dev', far) &&
    inside('link', 'set', far, 'up');
  if (!isMade) {
    remove();
    return undefined;
  }
  return {
    host,
    start: (program, args) =>
      spawn('ip', ['netns', 'exec', name, program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] }),
    pull: () => void inside('link', 'set', far, 'down'),
    remove,
  };
}
