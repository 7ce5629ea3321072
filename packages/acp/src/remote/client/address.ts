/** Checks the address of a remote server. Throws a `TypeError` with one sentence that does not repeat what may be secret. */
export function remoteAddress(address: string | URL): URL {
  const text = String(address);
  if (!/^(?:ws|http)s?:/i.test(text) || !URL.canParse(text))
    throw new TypeError('The address of a remote agent must be a URL that begins with ws, wss, http or https.');
  const url = new URL(text);
  // Addresses are logged by programs and proxies on the way.
  if (url.username || url.password || url.searchParams.has('token') || /\btoken\b/.test(url.hash))
    throw new TypeError('A secret must not be in the address of a remote agent: use the option token.');
  url.hash = '';
  return url;
}
