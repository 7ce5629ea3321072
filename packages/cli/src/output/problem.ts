/** An error that a person can correct, such as a missing file. The command prints its message and exits with status 1. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** Returns a sentence for something that failed, with the reason; of an error of the system, only its words. */
export function failed(what: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = /^E[A-Z0-9]+: (.*), [a-z]+(?: '.*')?$/.exec(message)?.[1] ?? message;
  return `${what}: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`;
}

/** Turns an unexpected error into a `Problem` that asks to report the bug. */
export function mistake(command: string, error: unknown): Problem {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const advice = 'This is a bug of emend, not a mistake of yours. Please report it with the lines above.';
  return new Problem(`Something went wrong in ${command} itself: ${words}\n${advice}`);
}
