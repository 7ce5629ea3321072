import { neutralLine } from '../terminal/neutral.ts';
import type { RemoteTarget } from './remote-target.ts';

/** The parts of an error of a remote connection that tell what happened. */
interface RemoteFault {
  readonly reason: string;
  readonly message: string;
  readonly status: number | undefined;
}

const reasons: ReadonlySet<unknown> = new Set(['unreachable', 'refused', 'forgotten', 'failed', 'ended', 'overrun']);

/** Returns why a remote connection failed and what to try, one sentence a line; `undefined` if the error is none of a connection. */
export function remoteWords(error: unknown, target: RemoteTarget): readonly string[] | undefined {
  const fault = faultOf(error);
  if (fault === undefined) return undefined;
  const said = neutralLine(fault.message);
  switch (fault.reason) {
    case 'refused':
      return refusedWords(fault, target) ?? [`${target.url} refused the connection: ${said}`];
    case 'unreachable':
      return unreachableWords(fault.message, target);
    case 'forgotten':
      return [
        `The connection to ${target.url} was lost, and the server cannot go on with it: ${said}`,
        'Start again; sessions that the agent stores can be continued.',
      ];
    case 'ended':
      return [`The server at ${target.url} has ended the connection.`];
    default:
      return [`The connection to ${target.url} has failed: ${said}`];
  }
}

function faultOf(error: unknown): RemoteFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const { reason, status, cause } = error as { readonly reason?: unknown; readonly status?: unknown; cause?: unknown };
  if (!reasons.has(reason)) return undefined;
  const inner = faultOf(cause);
  const known = typeof status === 'number' ? status : inner?.status;
  return { reason: String(reason), message: inner?.message ?? error.message, status: known };
}

function refusedWords({ status }: RemoteFault, { url, token }: RemoteTarget): readonly string[] | undefined {
  const ways = 'with --token-file FILE or the environment variable EMEND_TOKEN';
  switch (status) {
    case 401:
      return token === undefined
        ? [`The server at ${url} wants a token. Give it ${ways}.`]
        : [`The server at ${url} does not accept the token. Give another one ${ways}.`];
    case 403:
      return [`The server at ${url} does not let this client in (403).`];
    case 400:
    case 404:
    case 405:
    case 406:
    case 426:
    case 501:
      return [
        `There is no ACP server at ${url} (${status}). Is the address complete? That of 'emend serve' ends with /acp.`,
      ];
    case 421:
      return [
        `The server at ${url} does not know itself by the name ${new URL(url).hostname}; its operator can add it with --host-name.`,
      ];
    case 429:
    case 503:
      return [`The server at ${url} takes no more connections now (${status}). Try again later.`];
    default:
      return undefined;
  }
}

/** Words that only say that something failed. */
const general = /^The (?:server could not be reached(?: again)?\.|socket was closed \(\d+\):)\s*/;
const certificate = /certificate|self[- ]signed|CERT_|unable to verify|ALTNAME/i;
const notTls = /wrong version number|EPROTO|packet length too long/i;
const cutOff = /socket hang up|ECONNRESET/;
const notHttp = /Parse Error|HPE_|Expected HTTP/i;

/** Returns why a server cannot be reached and what to try, from the message of the error. */
export function unreachableWords(message: string, { url }: RemoteTarget): readonly string[] {
  const { host, hostname, protocol } = new URL(url);
  const said = neutralLine(message.replace(general, ''));
  if (certificate.test(message))
    return [
      `The certificate of ${host} is not trusted: ${said}`,
      'If it is your own, name the file of its authority in the environment variable NODE_EXTRA_CA_CERTS.',
    ];
  if (notTls.test(message)) return [`${host} does not speak TLS. Try the address with ws:// or http://.`];
  if (notHttp.test(message)) return [`There is no ACP server at ${url}: what answers does not speak HTTP.`];
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) return [`There is no host named ${hostname}. Is the address right?`];
  if (/ECONNREFUSED/.test(message)) return [`Nothing listens at ${host}. Is the server running?`];
  const isPlain = protocol === 'ws:' || protocol === 'http:';
  if (isPlain && cutOff.test(message))
    return [`${host} ends the connection at once. If it has TLS, try the address with wss:// or https://.`];
  return [`The server at ${url} cannot be reached: ${said}`];
}
