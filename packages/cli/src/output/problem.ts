/** Something a person can put right: a file, a peer. Said in one sentence, and the exit status is 1. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** A mistake of our own, told where nobody else could tell it: what failed, and that it should be reported. */
export function mistake(command: string, error: unknown): Problem {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const advice = 'This is a mistake of emend, not of yours. Please report it with the lines above.';
  return new Problem(`something went wrong in ${command} itself: ${words}\n${advice}`);
}
