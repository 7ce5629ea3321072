/** Who did something in a session that several clients have open. */
export interface Actor {
  /** The connection that it came from. */
  readonly client: string;
  /** Whom the server takes the client for, by its token. */
  readonly principal?: string;
  /** The name that the client gave itself; good for showing, not for believing. */
  readonly name?: string;
}

/** The key in `_meta` of a user message that says who sent the prompt. */
export const byKey = 'emend/by';
