import { execFileSync } from 'node:child_process';
import { onTestFinished, type TestContext } from 'vitest';
import { scratchFolder } from './scratch.ts';

/** A file system of its own for the running test, which is skipped where mounting one is not allowed. */
export function smallDisk(bytes: number, context: TestContext): string {
  const folder = scratchFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    context.skip('A small file system cannot be mounted here.');
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}
