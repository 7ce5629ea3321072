/** What an id is needed for. */
export type IdPurpose = 'session' | 'message' | 'tool-call' | 'plan' | 'terminal' | 'compaction' | 'elicitation';

/** Returns a new id that is unique for its purpose; clients treat it as opaque. */
export type MintId = (purpose: IdPurpose) => string;

/** Returns the id factory of an agent: its own `mintId`, or random UUIDs. */
export function minter(definition: { mintId?: MintId }): MintId {
  // Called as a method, since a definition may be an instance of a class.
  return (purpose) => (definition.mintId === undefined ? crypto.randomUUID() : definition.mintId(purpose));
}
