import type { HttpRequest } from '../http-exchange.ts';
import { Networks } from './addresses.ts';

/** Where a request comes from. */
interface Source {
  /** The address of the client, where it is known. */
  readonly address: string | undefined;
  /** Every name under which the server was addressed; all of them have to be names of the server. */
  readonly hosts: readonly (string | undefined)[];
}

/** Reads what trusted proxies say about the requests that they forward. */
export class Proxies {
  readonly #trusted: Networks;

  constructor(trusted: readonly string[]) {
    this.#trusted = new Networks(trusted);
  }

  /** Returns the source of a request. What a peer that is no trusted proxy says about it is ignored. */
  sourceOf(request: HttpRequest): Source {
    const peer = request.remoteAddress;
    const host = request.header('host');
    if (!this.#trusted.has(peer)) return { address: peer, hosts: [host] };
    // Each proxy adds the address of its peer at the end, so the last one that is no proxy is the client.
    const path = [...listOf(request.header('x-forwarded-for')), peer];
    const address = path.findLast((hop) => !this.#trusted.has(hop)) ?? path[0];
    return { address, hosts: [host, ...listOf(request.header('x-forwarded-host'))] };
  }
}

function listOf(header: string | undefined): readonly string[] {
  return header === undefined ? [] : header.split(',').map((entry) => entry.trim());
}
