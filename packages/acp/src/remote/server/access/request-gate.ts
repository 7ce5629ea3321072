import type { HttpAnswer, HttpRequest } from '../http-exchange.ts';
import { refusal } from '../refusal.ts';
import { allowedMethods, type Route, Routes, takes } from '../routes.ts';
import type { RemoteServerOptions } from '../server-options.ts';
import { HostNames } from './host-names.ts';
import { Origins } from './origins.ts';
import { Proxies } from './proxies.ts';

/** What a request is for, or the answer that refuses it. */
type Passage = ({ readonly ok: true; readonly route: Route } | { readonly ok: false; readonly answer: HttpAnswer }) & {
  readonly address: string | undefined;
  readonly isLocal: boolean;
};

/** Checks that need no token: the name and the path that a request is for, the origin of a page, and the method. */
export class RequestGate {
  readonly #routes: Routes;
  readonly #hostNames: HostNames;
  readonly #origins: Origins;
  readonly #proxies: Proxies;

  constructor(options: RemoteServerOptions) {
    this.#routes = new Routes(options.path ?? '/acp');
    this.#hostNames = new HostNames(options.hostNames ?? []);
    this.#origins = new Origins(options.allowedOrigins ?? []);
    this.#proxies = new Proxies(options.trustedProxies ?? []);
  }

  /** Returns whether a path is one of this server's. */
  serves(target: string): boolean {
    return this.#routes.find(target) !== undefined;
  }

  /** Returns the headers that a page needs to read an answer. */
  headersFor(request: HttpRequest): Readonly<Record<string, string>> {
    return this.#origins.headersFor(request.header('origin'));
  }

  /** Examines a request. */
  examine(request: HttpRequest): Passage {
    const { address, isLocal, hosts } = this.#proxies.sourceOf(request);
    const route = this.#routes.find(request.target);
    const answer = this.#problemOf(request, route, hosts);
    if (answer !== undefined) return { ok: false, answer, address, isLocal };
    return route === undefined
      ? { ok: false, answer: refusal(404, 'There is nothing at this path.'), address, isLocal }
      : { ok: true, route, address, isLocal };
  }

  #problemOf(
    request: HttpRequest,
    route: Route | undefined,
    hosts: readonly (string | undefined)[],
  ): HttpAnswer | undefined {
    const isProbe = route === 'health' || route === 'ready';
    const isKnown = (host: string | undefined) =>
      isProbe ? this.#hostNames.includesForProbe(host) : this.#hostNames.includes(host);
    if (!hosts.every(isKnown)) return refusal(421, 'The Host header does not name this server.');
    const origin = request.header('origin');
    if (origin !== undefined && (isProbe || !this.#origins.has(origin))) {
      return refusal(403, 'Pages of this origin may not use the server.');
    }
    if (route === undefined || takes(route, request.method)) return undefined;
    return refusal(405, 'The method is not supported here.', { headers: { allow: allowedMethods[route] } });
  }
}
