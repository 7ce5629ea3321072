/** Returns a value as it is after a trip as JSON, so that it can be sent; what JSON cannot hold becomes a text. */
export function jsonValue(value: unknown): unknown {
  const text = jsonText(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns the output of a tool as a text that people can read: a text as it is, and anything else as indented JSON. */
export function outputText(value: unknown): string {
  return typeof value === 'string' ? value : (jsonText(value, 2) ?? '');
}

function jsonText(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    // A circular value or a bigint.
    return JSON.stringify(String(value));
  }
}
