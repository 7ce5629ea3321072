import { ACP_PROTOCOL, RESUME_PROTOCOL } from '../wire/names.ts';
import { parsedObject } from '../wire/notices.ts';
import type { SocketEnd } from '../wire/socket.ts';
import { answerText, firstLine, retryAfterOf, sendRequest, tokenHeader } from './http-request.ts';
import type { RemoteOptions, RemotePlatform } from './options.ts';
import { ABRUPT } from './remote-error.ts';

/** A WebSocket to open. */
interface SocketRequest {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The longest answer to a request for a ticket. */
const MAX_TICKET = 4_096;

/**
 * Returns what to open for a new connection, or to continue the one whose id and number of received frames are given, with the token in the
 * form that the platform can send. If the server refuses the token, returns how the attempt ends.
 */
export async function socketRequest(
  address: string,
  options: RemoteOptions,
  platform: RemotePlatform,
  position: string | undefined,
  signal: AbortSignal,
): Promise<SocketRequest | SocketEnd> {
  const url = new URL(address);
  // Subprotocols are offered to servers that are known to choose one; with others the handshake would fail.
  const protocols = position === undefined ? [] : [ACP_PROTOCOL, RESUME_PROTOCOL + position];
  const token = typeof options.token === 'function' ? await options.token() : options.token;
  if (position === undefined) url.searchParams.set('counted', '1');
  if (token !== undefined && !platform.sendsHeaders) {
    // A ticket opens one socket, for platforms that cannot send a token with it. Asking for it also tells, as a refused socket would not,
    // whether the token is still valid.
    const desk = `${url.origin}${url.pathname}/ticket`.replace(/^ws/, 'http');
    const answer = await sendRequest(desk, 'POST', signal, {}, undefined, { token }, platform);
    const text = await answerText(answer, MAX_TICKET);
    if (!answer.ok)
      return { code: ABRUPT, reason: firstLine(text), status: answer.status, retryAfter: retryAfterOf(answer) };
    url.searchParams.set('ticket', String(parsedObject(text)['ticket']));
  }
  return { url: url.href, protocols, headers: { ...options.headers, ...tokenHeader(token) } };
}
