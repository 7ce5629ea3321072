interface Cookie {
  readonly pair: string;
  readonly path: string;
  readonly until: number;
  readonly isSecure: boolean;
}

/**
 * Returns a `fetch` that keeps the cookies of one connection and returns them, for platforms whose own does not. A connection talks to one
 * host, so that domains do not matter.
 */
export function withCookies(send: typeof fetch): typeof fetch {
  const cookies = new Map<string, Cookie>();
  return async (address, init = {}) => {
    const cookie = cookies.size === 0 ? '' : cookiesFor(new URL(String(address)), cookies.values());
    const headers = { ...(init.headers as Record<string, string>), ...(cookie !== '' && { cookie }) };
    const response = await send(address, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [key, taken] = cookieOf(line, new URL(String(address))) ?? [];
      if (key === undefined || taken === undefined) continue;
      if (taken.until > Date.now()) cookies.set(key, taken);
      else cookies.delete(key);
    }
    return response;
  };
}

/** Reads the value of a header `Set-Cookie`; the key tells cookies of the same name and path. */
function cookieOf(line: string, url: URL): [string, Cookie] | undefined {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  if (at < 1) return undefined;
  const given = new Map<string, string>();
  for (const attribute of attributes) {
    const [, name = '', value = ''] = /^([^=\s]*)\s*=?\s*(.*)$/.exec(attribute) ?? [];
    given.set(name.toLowerCase(), value);
  }
  const folder = url.pathname.replace(/\/[^/]*$/, '') || '/';
  const path = given.get('path')?.startsWith('/') ? (given.get('path') ?? folder) : folder;
  const cookie = { pair, path, until: expiry(given), isSecure: given.has('secure') };
  return [`${pair.slice(0, at)};${path}`, cookie];
}

/** Returns when a cookie expires, by the time of day. */
function expiry(attributes: ReadonlyMap<string, string>): number {
  const age = attributes.get('max-age') ?? '';
  if (/^-?\d+$/.test(age)) return Date.now() + Number(age) * 1_000;
  const date = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(date) ? Number.POSITIVE_INFINITY : date;
}

function fits({ path, until, isSecure }: Cookie, { pathname, protocol }: URL): boolean {
  const isWithin = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  return isWithin && until > Date.now() && (!isSecure || protocol === 'https:');
}

function cookiesFor(url: URL, cookies: Iterable<Cookie>): string {
  const fitting = [...cookies].filter((cookie) => fits(cookie, url));
  const sorted = fitting.sort((one, other) => other.path.length - one.path.length);
  return sorted.map(({ pair }) => pair).join('; ');
}
