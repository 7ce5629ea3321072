/** Checks the address of a remote server. Throws a `TypeError` with one sentence that does not repeat what may be secret. */
export function remoteAddress(address: string | URL): URL {
  if (!URL.canParse(String(address)))
    throw new TypeError('The address of a remote agent must be a URL, for example wss://agent.example/acp.');
  const url = new URL(address);
  if (!/^(?:ws|http)s?:$/.test(url.protocol))
    throw new TypeError(
      `The address of a remote agent begins with ws, wss, http or https, not with ${url.protocol}//.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new TypeError('The address of a remote agent must not have a user or a password: use the option token.');
  // Addresses are logged by programs and proxies on the way.
  if (url.searchParams.has('token') || /\btoken\b/.test(url.hash))
    throw new TypeError('The address of a remote agent must not have a token: use the option token.');
  url.hash = '';
  return url;
}
