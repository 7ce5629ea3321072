/** An error that a person can correct, such as a missing file. The command prints its message and exits with status 1. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** Turns an unexpected error into a `Problem` that asks to report the bug. */
export function mistake(command: string, error: unknown): Problem {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const advice = 'This is a mistake of emend, not of yours. Please report it with the lines above.';
  return new Problem(`something went wrong in ${command} itself: ${words}\n${advice}`);
}
