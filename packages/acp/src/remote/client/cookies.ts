/** The cookies of one connection, for platforms that do not keep them themselves. A connection talks to one host, so that domains do not matter. */
export class CookieJar {
  readonly #cookies = new Map<string, { pair: string; path: string; until: number; isSecure: boolean }>();

  /** Takes what the headers `Set-Cookie` of an answer say. `now` is the time of day in milliseconds. */
  take(lines: readonly string[], url: URL, now: number): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      if (at < 1) continue;
      let path = url.pathname.replace(/\/[^/]*$/, '') || '/';
      let until = Number.POSITIVE_INFINITY;
      let age: number | undefined;
      let isSecure = false;
      for (const attribute of attributes) {
        const [, name = '', value = ''] = /^([^=\s]*)\s*=?\s*(.*)$/.exec(attribute) ?? [];
        const key = name.toLowerCase();
        if (key === 'path' && value.startsWith('/')) path = value;
        else if (key === 'max-age' && /^-?\d+$/.test(value)) age = now + Number(value) * 1_000;
        else if (key === 'expires' && !Number.isNaN(Date.parse(value))) until = Date.parse(value);
        else if (key === 'secure') isSecure = true;
      }
      this.#cookies.set(`${pair.slice(0, at)};${path}`, { pair, path, until: age ?? until, isSecure });
    }
    for (const [key, { until }] of this.#cookies) if (until <= now) this.#cookies.delete(key);
  }

  /** Returns the value of the header `Cookie` for a request; empty if there is none to send. */
  header(url: URL, now: number): string {
    return [...this.#cookies.values()]
      .filter(
        ({ path, until, isSecure }) =>
          until > now && isWithin(url.pathname, path) && (!isSecure || url.protocol === 'https:'),
      )
      .sort((one, other) => other.path.length - one.path.length)
      .map(({ pair }) => pair)
      .join('; ');
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
