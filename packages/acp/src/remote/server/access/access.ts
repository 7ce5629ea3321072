import type { HttpAnswer, HttpRequest } from '../http-exchange.ts';
import { refusal } from '../refusal.ts';
import type { Route } from '../routes.ts';
import type { RemoteServerOptions } from '../server-options.ts';
import type { Tickets } from '../tickets.ts';
import { Identity, type NodeIdentity } from './identity.ts';
import { RequestGate } from './request-gate.ts';

/** A request that may go on, or the answer that refuses it. */
type Admission = (
  | { readonly ok: true; readonly route: Route; readonly principal: string }
  | { readonly ok: false; readonly answer: HttpAnswer }
) & { readonly address: string | undefined; readonly isLocal: boolean };

/** Decides, before the body of a request is read, whether the request may go on, and in whose name. */
export class Access {
  readonly #gate: RequestGate;
  readonly #identity: Identity;

  constructor(options: RemoteServerOptions, tickets: Tickets, node?: NodeIdentity) {
    this.#gate = new RequestGate(options);
    this.#identity = new Identity(options.authenticate, tickets, node);
  }

  /** Returns whether a path is one of this server's. */
  serves(target: string): boolean {
    return this.#gate.serves(target);
  }

  /** Returns the headers that a page needs to read an answer. */
  headersFor(request: HttpRequest): Readonly<Record<string, string>> {
    return this.#gate.headersFor(request);
  }

  /** Examines a request. Probes and the questions of browsers before a request need no token; their principal is empty. */
  async examine(request: HttpRequest, kind: 'request' | 'upgrade'): Promise<Admission> {
    const passage = this.#gate.examine(request);
    if (!passage.ok) return passage;
    const { route, address, isLocal } = passage;
    if (route === 'health' || route === 'ready' || request.method === 'OPTIONS') {
      return { ok: true, route, principal: '', address, isLocal };
    }
    try {
      const principal = await this.#identity.principalOf(request, kind);
      return principal === undefined
        ? { ok: false, answer: noToken, address, isLocal }
        : { ok: true, route, principal, address, isLocal };
    } catch {
      return { ok: false, answer: refusal(500, 'The check of the token has failed.'), address, isLocal };
    }
  }
}

const noToken = refusal(401, 'A valid token is needed.', { headers: { 'www-authenticate': 'Bearer' } });
