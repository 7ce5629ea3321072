/** A value that we were to send has no JSON text: it nests too deep, contains itself, or holds what JSON has no form for. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}

/** The JSON text of a value; undefined for what JSON leaves out, and an {@link UnwritableError} for what it cannot write. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new UnwritableError(`The value cannot be written as JSON: ${reasonOf(cause)}.`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  const words = cause instanceof Error ? cause.message : String(cause);
  // Engines have their own words for a stack that overflows, which say nothing of the value.
  if (/call stack|recursion/i.test(words)) return 'it is nested too deep';
  return (words.split('\n')[0] ?? '').replace(/\.$/, '');
}
