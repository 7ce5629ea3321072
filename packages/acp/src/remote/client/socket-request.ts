import { subprotocols } from '../wire/names.ts';
import type { RemoteOptions, RemotePlatform } from './options.ts';
import { RemoteError } from './remote-error.ts';

/** A WebSocket to open. */
interface SocketRequest {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns what to open for a new connection, or to continue the one whose id and number of received frames are given, with the token in the
 * form that the platform can send.
 */
export async function socketRequest(
  address: string,
  options: RemoteOptions,
  { sendsHeaders, fetch }: RemotePlatform,
  position: string | undefined,
): Promise<SocketRequest> {
  const url = new URL(address);
  const protocols: string[] = [];
  const headers: Record<string, string> = { ...options.headers };
  const token = typeof options.token === 'function' ? await options.token() : options.token;
  const bearer = `Bearer ${token}`;
  const isHidden = token !== undefined && !sendsHeaders;
  if (token !== undefined && sendsHeaders) headers['authorization'] = bearer;
  if (position !== undefined) {
    // Subprotocols are offered to servers that are known to choose one; with others the handshake would fail.
    protocols.push(subprotocols.acp, subprotocols.resume + position);
    if (isHidden) protocols.push(subprotocols.bearer + base64Url(token));
  } else {
    url.searchParams.set('counted', '1');
    // A ticket opens one socket, for platforms that cannot send a token with it.
    if (isHidden) url.searchParams.set('ticket', await ticketFor(bearer));
  }
  return { url: url.href, protocols, headers };

  async function ticketFor(authorization: string): Promise<string> {
    const desk = `${url.origin}${url.pathname}/ticket`.replace(/^ws/, 'http');
    const answer = await fetch(desk, { method: 'POST', headers: { authorization } });
    if (!answer.ok) throw new RemoteError('refused', `The token buys no ticket (${answer.status}).`, answer.status);
    return (await answer.json()).ticket;
  }
}

function base64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');
}
