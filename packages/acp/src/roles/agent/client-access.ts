import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { isObject } from '../../protocol/reading/guard.ts';

/**
 * What a client may do: `observe` sessions, which each of the others includes; `prompt`, which includes new sessions, cancelling, settings and logins; `approve`, which is answering
 * questions of the agent; `admin`, which is deleting sessions, taking them over, closing them for everybody and listing those of all. Without any of them
 * a client can neither open nor list sessions.
 */
export type AccessScope = 'observe' | 'prompt' | 'approve' | 'admin';

const all: readonly AccessScope[] = ['observe', 'prompt', 'approve', 'admin'];

/** The key in `_meta` of a load or resume under which a client says what it wants to be: with `observe` it only looks on. */
const roleKey = 'emend/role';

/** The scopes of a client, as the server gave them. */
export class ClientAccess {
  readonly #scopes: ReadonlySet<AccessScope>;

  /** Everything is allowed by default. */
  constructor(scopes: Iterable<AccessScope> = all) {
    this.#scopes = new Set(scopes);
  }

  /** What the client can be called: it controls the session, or only observes it. */
  get role(): 'control' | 'observe' {
    return this.may('prompt') || this.may('approve') ? 'control' : 'observe';
  }

  may(scope: AccessScope): boolean {
    return scope === 'observe' ? this.#scopes.size > 0 : this.#scopes.has(scope);
  }

  /** Throws the error for a client that may not do something. */
  require(scope: AccessScope): void {
    if (this.may(scope)) return;
    throw new RpcError(errorCodes.authenticationRequired, this.#refusal(scope), { scope });
  }

  #refusal(scope: AccessScope): string {
    if (!this.may('observe')) return 'This client has no access to sessions.';
    if (this.role === 'observe') return 'This client is read only.';
    return scope === 'admin' ? 'This client is no administrator.' : `This client may not ${scope}.`;
  }

  /** Returns the access to a session that is opened with this `_meta`: a client may want less than it could have, never more. */
  narrowed(meta: unknown): ClientAccess {
    const role = isObject(meta) ? meta[roleKey] : undefined;
    // A role that is misspelled must not be more than was meant.
    if (role !== undefined && role !== 'observe' && role !== 'control')
      throw new RpcError(
        errorCodes.invalidParams,
        `${roleKey} is "observe" or "control", not ${JSON.stringify(role)}.`,
      );
    return role === 'observe' && this.may('observe') ? new ClientAccess(['observe']) : this;
  }
}
