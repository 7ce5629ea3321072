/** An address of the server. */
export type Route = 'endpoint' | 'ticket' | 'health' | 'ready';

/** The methods that each address takes, as told to clients that use another. */
export const allowedMethods: Readonly<Record<Route, string>> = {
  endpoint: 'GET, POST, DELETE, OPTIONS',
  ticket: 'POST, OPTIONS',
  health: 'GET, HEAD',
  ready: 'GET, HEAD',
};

/** Returns whether an address takes a method. */
export function takes(route: Route, method: string): boolean {
  return allowedMethods[route].split(', ').includes(method);
}

/** Finds the address that a request is for. */
export class Routes {
  readonly #byPath: ReadonlyMap<string, Route>;

  /** `path` is that of the endpoint. */
  constructor(path: string) {
    if (!/^(?:\/[-.~\w]+)+$/.test(path)) throw new TypeError(`"${path}" is not a path such as /acp.`);
    this.#byPath = new Map<string, Route>([
      ['/health', 'health'],
      ['/ready', 'ready'],
      [`${path}/ticket`, 'ticket'],
      [path, 'endpoint'],
    ]);
  }

  /** Returns the address for a path with or without a query. */
  find(target: string): Route | undefined {
    const query = target.indexOf('?');
    return this.#byPath.get(query === -1 ? target : target.slice(0, query));
  }
}

/** Returns the query of a path. */
export function queryOf(target: string): URLSearchParams {
  const query = target.indexOf('?');
  return new URLSearchParams(query === -1 ? '' : target.slice(query + 1));
}
