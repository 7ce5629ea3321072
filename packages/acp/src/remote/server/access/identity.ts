import type { HttpRequest } from '../http-exchange.ts';
import type { Tickets } from '../tickets.ts';
import { ANYBODY, type Authenticate, isSameText, type TokenCheck, tokenCheck } from './authenticate.ts';
import { credentialsOf } from './credentials.ts';

/** By which other nodes are known, and what they are called here. Nobody else can have that name. */
export interface NodeIdentity {
  readonly key: string;
  readonly principal: string;
}

/** Finds out who sent a request, by its headers alone. */
export class Identity {
  readonly #check: TokenCheck | undefined;
  readonly #tickets: Tickets;
  readonly #node: NodeIdentity | undefined;

  constructor(authenticate: Authenticate | undefined, tickets: Tickets, node?: NodeIdentity) {
    this.#node = node;
    this.#check = tokenCheck(authenticate);
    this.#tickets = tickets;
  }

  /** Returns the principal of a request; `undefined` if it has no valid token or ticket. */
  async principalOf(request: HttpRequest, kind: 'request' | 'upgrade'): Promise<string | undefined> {
    const node = this.#node;
    if (this.#check === undefined && node === undefined) return ANYBODY;
    const credentials = credentialsOf(request, kind);
    if (node !== undefined && credentials?.type === 'token' && isSameText(credentials.token, node.key))
      return node.principal;
    if (this.#check === undefined) return ANYBODY;
    if (credentials === undefined) return undefined;
    if (credentials.type === 'ticket') return this.#tickets.redeem(credentials.ticket);
    return this.#check(credentials.token, request);
  }
}
