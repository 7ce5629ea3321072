import type { IncomingMessage } from 'node:http';
import type { HostNames } from '@emend/acp/remote';

/** A request that names this server and comes from its own page, or why it is refused. */
export type RequestCheck =
  | { readonly ok: true; readonly host: string }
  | { readonly ok: false; readonly host?: undefined; readonly reason: string };

/**
 * Checks what browsers say about a request: that it is meant for this server, and that no other page sent it. A page of another
 * site can neither read nor send anything, even if its name leads to this computer.
 */
export function checkRequest(request: IncomingMessage, names: HostNames, what: 'page' | 'data'): RequestCheck {
  const hosts = valuesOf(request, 'host');
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !names.includes(host)) return refused('The Host header does not name this server.');
  const origins = valuesOf(request, 'origin');
  if (!origins.every((origin) => origin.toLowerCase() === `http://${host.toLowerCase()}`)) {
    return refused('Other pages may not use this server.');
  }
  // A link to the page may be anywhere; its data are for the page alone. `none` is what a person has typed.
  const sites = what === 'data' ? valuesOf(request, 'sec-fetch-site') : [];
  if (!sites.every((site) => site === 'same-origin' || site === 'none')) {
    return refused('Other sites may not use this server.');
  }
  return { ok: true, host };
}

const refused = (reason: string): RequestCheck => ({ ok: false, reason });

/** Returns every value of a header. Node keeps only one of some headers that are sent twice. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
