/** What an id is needed for. */
export type IdPurpose = 'session' | 'message' | 'tool_call' | 'plan';

/** Makes an id that is unique for its purpose; the receiver never looks inside it (C16). */
export type MintId = (purpose: IdPurpose) => string;

/** Random ids, from the platform's own source. */
export function randomId(): string {
  return crypto.randomUUID();
}
