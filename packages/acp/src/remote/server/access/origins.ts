/** Checks the `Origin` of requests, and tells browsers what pages of listed origins may do. */
export class Origins {
  readonly #allowed: ReadonlySet<string>;

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed.map(normalized));
  }

  /** Returns whether a page of the origin may use the server. */
  has(origin: string): boolean {
    return this.#allowed.has(origin);
  }

  /** Returns the headers for a page of a listed origin; none for other clients. */
  headersFor(origin: string | undefined): Readonly<Record<string, string>> {
    if (origin === undefined || !this.has(origin)) return {};
    return {
      // The official client sends cookies, so that browsers accept neither a star nor a missing permission here.
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'Acp-Connection-Id, Acp-Session-Id',
      'access-control-allow-headers':
        'content-type, acp-connection-id, acp-session-id, authorization, last-event-id, idempotency-key',
      'access-control-allow-methods': 'GET, POST, DELETE',
      vary: 'Origin',
    };
  }
}

/** The origin as browsers write it. */
function normalized(text: string): string {
  if (!/^[a-z][-+.\w]*:\/\/[^/?#@*\s]+$/i.test(text)) {
    throw new TypeError(
      `"${text}" is not an origin. Give scheme, host and port, for example https://app.example:8443.`,
    );
  }
  const { origin } = new URL(text);
  // Schemes other than those of the web, such as that of a browser extension, have no origin of their own here.
  return origin === 'null' ? text.toLowerCase() : origin;
}
