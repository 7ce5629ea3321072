import { BEARER_PROTOCOL } from '../../wire/names.ts';
import type { HttpRequest } from '../http-exchange.ts';
import { queryOf } from '../routes.ts';
import { offeredSubprotocols } from './subprotocols.ts';

/** What a request shows to be let in; `undefined` if it shows nothing that can be read. */
type Credentials =
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'ticket'; readonly ticket: string }
  | undefined;

/** Returns the credentials of a request: its first of a header, a subprotocol and a ticket. The last two are for WebSockets, which browsers open without headers. */
export function credentialsOf(request: HttpRequest, kind: 'request' | 'upgrade'): Credentials {
  const header = request.header('authorization');
  if (header !== undefined) {
    const token = bearerToken(header);
    return token === undefined ? undefined : { type: 'token', token };
  }
  if (kind === 'request') return undefined;
  const offered = offeredSubprotocols(request).find((name) => name.startsWith(BEARER_PROTOCOL));
  if (offered !== undefined) {
    const token = fromBase64Url(offered.slice(BEARER_PROTOCOL.length));
    return token === undefined ? undefined : { type: 'token', token };
  }
  const ticket = queryOf(request.target).get('ticket');
  return ticket === null ? undefined : { type: 'ticket', ticket };
}

/** Returns the token in the value of an `Authorization` header. */
export function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1];
}

function fromBase64Url(text: string): string | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (unit) => unit.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
