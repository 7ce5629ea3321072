import { subprotocols } from '../wire/names.ts';
import type { RemoteOptions, RemotePlatform } from './options.ts';
import { RemoteError } from './remote-error.ts';

/** A WebSocket to open. */
interface SocketRequest {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** Where a connection goes on. */
export interface Continuation {
  readonly connectionId: string;
  readonly received: number;
}

/** Returns what to open for a new connection, or to continue one, with the token in the form that the platform can send. */
export async function socketRequest(
  address: string,
  options: RemoteOptions,
  platform: RemotePlatform,
  continuation: Continuation | undefined,
): Promise<SocketRequest> {
  const token = typeof options.token === 'function' ? await options.token() : options.token;
  const url = new URL(address.replace(/^http/, 'ws'));
  const protocols: string[] = [];
  const headers: Record<string, string> = { ...options.headers };
  if (token !== undefined && platform.sendsHeaders) headers['authorization'] = `Bearer ${token}`;
  if (continuation !== undefined) {
    // Subprotocols are offered to servers that are known to choose one; with others the handshake would fail.
    protocols.push(subprotocols.acp);
    if (token !== undefined && !platform.sendsHeaders) protocols.push(subprotocols.bearer + base64Url(token));
    protocols.push(`${subprotocols.resume}${continuation.connectionId}.${continuation.received}`);
  } else {
    url.searchParams.set('counted', '1');
    if (token !== undefined && !platform.sendsHeaders)
      url.searchParams.set('ticket', await ticketOf(url, token, platform));
  }
  return { url: url.href, protocols, headers };
}

/** Buys a ticket that opens one socket, for platforms that cannot send a token with it. */
async function ticketOf(url: URL, token: string, { fetch }: RemotePlatform): Promise<string> {
  const address = `${url.origin.replace(/^ws/, 'http')}${url.pathname}/ticket`;
  const answer = await fetch(address, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const body: { readonly ticket?: unknown } | undefined = answer.ok ? await answer.json() : undefined;
  if (typeof body?.ticket === 'string') return body.ticket;
  throw new RemoteError('refused', `The server gave no ticket for the token (status ${answer.status}).`, answer.status);
}

function base64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
