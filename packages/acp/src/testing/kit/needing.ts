import { type CheckResult, Judgement, skip } from './verdict.ts';

/** Does what a check needs but does not check itself: if that fails, another check says so. */
export async function needing<T>(check: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Judgement && error.verdict !== 'skip') skip(`needs ${check}, which fails: ${error.message}`);
    throw error;
  }
}

/** Returns whether a check was skipped for what the peer is, not because something that it needs has failed. */
export function isAboutPeer({ verdict, reason = '' }: CheckResult): boolean {
  return verdict === 'skip' && !reason.startsWith('needs ');
}
