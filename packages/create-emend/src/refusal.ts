/** An error with a message for the user: nothing was made, and why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Returns the code of a failed system call, such as `ENOENT`. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
