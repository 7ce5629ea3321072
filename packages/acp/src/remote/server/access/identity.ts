import type { HttpRequest } from '../http-exchange.ts';
import type { Tickets } from '../tickets.ts';
import { ANYBODY, type Authenticate, type TokenCheck, tokenCheck } from './authenticate.ts';
import { credentialsOf } from './credentials.ts';

/** Finds out who sent a request, by its headers alone. */
export class Identity {
  readonly #check: TokenCheck | undefined;
  readonly #tickets: Tickets;

  constructor(authenticate: Authenticate | undefined, tickets: Tickets) {
    this.#check = tokenCheck(authenticate);
    this.#tickets = tickets;
  }

  /** Returns the principal of a request; `undefined` if it has no valid token or ticket. */
  async principalOf(request: HttpRequest, kind: 'request' | 'upgrade'): Promise<string | undefined> {
    if (this.#check === undefined) return ANYBODY;
    const credentials = credentialsOf(request, kind);
    if (credentials === undefined) return undefined;
    if (credentials.type === 'ticket') return this.#tickets.redeem(credentials.ticket);
    return this.#check(credentials.token, request);
  }
}
