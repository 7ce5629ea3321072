/** Who did something in a session that several clients have open. */
export interface Actor {
  /** The connection that it came from; `policy` for an answer that rules gave and no client, `unattended` if nobody was there. */
  readonly client: string;
  /** Whom the server takes the client for, by its token. */
  readonly principal?: string;
  /** The name that the client gave itself, good for showing, not for believing; or which of the rules it was. */
  readonly name?: string;
}

/** The key in `_meta` of a user message that says who sent the prompt. */
export const byKey = 'emend/by';
