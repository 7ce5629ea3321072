import type { HttpRequest } from '../http-exchange.ts';
import { Networks } from './addresses.ts';

/** The addresses of a machine that only the machine itself can use. */
const ownMachine = new Networks(['127.0.0.0/8', '::1']);

/** Headers of proxies: who sends them may speak for a client that is elsewhere. */
const proxyHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** Where a request comes from. */
interface Source {
  /** The address of the client, where it is known. */
  readonly address: string | undefined;
  /** Whether the client is on this machine, and no proxy speaks for it that is not known. */
  readonly isLocal: boolean;
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
    if (!this.#trusted.has(peer)) {
      const isForwarded = proxyHeaders.some((name) => request.header(name) !== undefined);
      return { address: peer, isLocal: ownMachine.has(peer) && !isForwarded, hosts: [host] };
    }
    // Each proxy adds the address of its peer at the end, so the last one that is no proxy is the client.
    const path = [...listOf(request.header('x-forwarded-for')), peer];
    const address = path.findLast((hop) => !this.#trusted.has(hop)) ?? path[0];
    return { address, isLocal: ownMachine.has(address), hosts: [host, ...listOf(request.header('x-forwarded-host'))] };
  }
}

function listOf(header: string | undefined): readonly string[] {
  return header === undefined ? [] : header.split(',').map((entry) => entry.trim());
}
