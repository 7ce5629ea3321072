/** What the converters remember of a session with a November client. */
// biome-ignore lint/suspicious/noEmptyInterface: the converters add their fields.
export interface SessionValues {}

/** Returns the memory of the converters for a new session. */
export function newSessionValues(): SessionValues {
  return {};
}

/** Returns what is kept of a closed session, so that a resume goes on from it. */
export function closedSessionValues(values: SessionValues): SessionValues {
  return values;
}
