/** Thrown for a value that cannot be written as JSON: it is nested too deep, contains itself, or has a part that JSON has no form for. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}

/** Returns the JSON text of a value, or `undefined` for what JSON leaves out; throws an {@link UnwritableError} for what it cannot write. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new UnwritableError(`The value cannot be written as JSON: ${reasonOf(cause)}.`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  const words = cause instanceof Error ? cause.message : String(cause);
  // Engines describe a stack overflow in their own words, which say nothing about the value.
  if (/call stack|recursion/i.test(words)) return 'it is nested too deep';
  return (words.split('\n')[0] ?? '').replace(/\.$/, '');
}
