import type { HttpRequest } from '../http-exchange.ts';

/** A token and the principal that it stands for; a principal may have several. */
export interface AccessToken {
  readonly token: string;
  readonly principal: string;
}

/** Returns the principal of a token, or `undefined` if the token is not, or no longer, valid. */
export type TokenCheck = (token: string, request: HttpRequest) => string | undefined | Promise<string | undefined>;

/** Who may use a server: the holders of one token, of several, or whomever a function accepts. */
export type Authenticate = string | readonly AccessToken[] | TokenCheck;

/** The principal of a server that has a single token. */
const SOLE_PRINCIPAL = 'owner';

/** The principal of everybody on a server without tokens. */
export const ANYBODY = 'anybody';

/** Returns the check of tokens, or `undefined` for a server that is open to everybody. */
export function tokenCheck(authenticate: Authenticate | undefined): TokenCheck | undefined {
  if (authenticate === undefined || typeof authenticate === 'function') return authenticate;
  const tokens =
    typeof authenticate === 'string' ? [{ token: authenticate, principal: SOLE_PRINCIPAL }] : [...authenticate];
  if (tokens.some(({ token }) => !/^\S+$/.test(token))) {
    throw new TypeError('A token must not be empty and must not have spaces.');
  }
  return (given) => {
    let principal: string | undefined;
    // No early exit: the time must not tell which token it was.
    for (const entry of tokens) if (isSameText(given, entry.token)) principal = entry.principal;
    return principal;
  };
}

/** Compares a text of a stranger with a secret. How long it takes depends on the length of the secret only. */
export function isSameText(given: string, secret: string): boolean {
  if (given === '') return secret === '';
  let difference = given.length ^ secret.length;
  for (let at = 0; at < secret.length; at += 1) {
    difference |= given.charCodeAt(at % given.length) ^ secret.charCodeAt(at);
  }
  return difference === 0;
}
