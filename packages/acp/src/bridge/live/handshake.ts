import type { RequestMessage, ResponseMessage } from '../../jsonrpc/message.ts';
import { type Dialect, dialects } from '../../protocol/dialects.ts';
import { dialectOfAgent, type HandshakeRefusal, readClient } from '../../protocol/handshake.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import type { ClientHost } from '../edges.ts';
import { initializeForAll, initializeInV1 } from '../initialize-request.ts';
import { isAgentGone } from './farewells.ts';

/** What to do with an agent's answer to the handshake. */
export type Verdict =
  /** Both speak alike: everything passes as it is. `answer` replaces the agent's answer where its number is wrong. */
  | { readonly do: 'pass'; readonly agent: Dialect; readonly answer?: ResponseMessage }
  /** They do not: translate between these two. */
  | { readonly do: 'translate'; readonly agent: Dialect }
  /** Ask again with this request, on a fresh connection if `needsFresh`. */
  | { readonly do: 'ask-again'; readonly request: RequestMessage; readonly needsFresh: boolean }
  /** Nothing is left to try: the client gets this answer, and may begin anew. */
  | { readonly do: 'refuse'; readonly answer: ResponseMessage }
  /** The agent has chosen a version that is not known here: the client gets this answer, and the connection ends. */
  | { readonly do: 'end'; readonly answer: ResponseMessage };

/** A handshake in progress: the agent is asked in words for all dialects, or in the client's, then, if need be, in others. */
export interface Handshake {
  /** The dialect in which the client is answered. */
  readonly client: Dialect;
  /** The client's params as a translator reads them. */
  readonly params: unknown;
  /** What the agent is asked first. */
  readonly first: RequestMessage;
  answered(answer: ResponseMessage): Verdict;
  /** Returns what to ask a fresh agent when this one has ended without an answer; `undefined` if that cannot help. */
  abandoned(): RequestMessage | undefined;
}

/** Options of a handshake. */
interface HandshakeOptions {
  /** Whether the agent is asked for a dialect that can say what it takes back, even if the client's cannot. */
  readonly needsRewrites?: boolean;
  /** What is served in place of the client. */
  readonly host?: ClientHost | undefined;
  /** The dialects in which clients are answered. */
  readonly dialects?: readonly Dialect[] | undefined;
}

/** Starts the handshake that a client's `initialize` opens; returns the refusal if the request cannot be understood. */
export function handshake(request: RequestMessage, options: HandshakeOptions = {}): Handshake | HandshakeRefusal {
  const { needsRewrites = false, host } = options;
  const reading = readClient(request.params, options.dialects);
  if (reading.dialect === undefined) return reading.refusal;
  const client = reading.dialect;
  const forAll = { ...request, params: initializeForAll(request.params, client, host) };
  const inV1 = { ...request, params: initializeInV1(request.params, client, host) };
  /** What to ask after a refusal. */
  let other: RequestMessage | undefined = inV1;
  let first: RequestMessage = forAll;
  const reworded = client === 'v1' ? inV1 : forAll;
  const own = readClient(request.params).dialect === client && isReadable(request.params, client) ? request : reworded;
  if (client === 'v1') {
    const isInV1 = isObject(own.params) && own.params['protocolVersion'] === dialects.v1.protocolVersion;
    if (needsRewrites) other = own;
    else {
      first = own;
      other = isInV1 ? undefined : inV1;
    }
  }
  let refusal: ResponseMessage | undefined;
  /** How often the agent was asked. */
  let asked = 1;

  function askOther(needsFresh: boolean): Verdict | undefined {
    if (other === undefined) return undefined;
    asked += 1;
    return { do: 'ask-again', request: other, needsFresh };
  }

  function accepted(answer: ResponseMessage): Verdict {
    const agent = dialectOfAgent(answer.result);
    if (agent === undefined) {
      const error = { code: -32603, message: unknownVersion(answer.result) };
      return { do: 'end', answer: { jsonrpc: '2.0', id: request.id, error } };
    }
    if (agent !== client) return { do: 'translate', agent };
    const { protocolVersion } = dialects[client];
    const result = answer.result as { readonly protocolVersion?: unknown } | null | undefined;
    if (result === null || result === undefined || result.protocolVersion === protocolVersion)
      return { do: 'pass', agent };
    return { do: 'pass', agent, answer: { ...answer, result: { ...result, protocolVersion } } };
  }

  function refused(answer: ResponseMessage): Verdict {
    const wasAskedInV1 = client === 'v1' && (!needsRewrites || asked > 1);
    // Of several, the client gets the one that its own words got.
    if (wasAskedInV1 || refusal === undefined) refusal = answer;
    const supported = supportedVersions(answer.error);
    if (supported !== undefined && asked === 1) {
      const hasOthers = supported.includes(2) && first !== forAll;
      if (!supported.includes(1)) other = hasOthers ? forAll : undefined;
    }
    // Then the other bridge has asked in all words that there are.
    if (isAgentGone(answer.error)) return { do: 'refuse', answer: refusal };
    const again = asked > 2 ? undefined : askOther(asked === 2);
    return again ?? { do: 'refuse', answer: refusal };
  }

  return {
    client,
    params: own.params,
    first,
    answered: (answer) => (isRefusal(answer) ? refused(answer) : accepted(answer)),
    abandoned() {
      if (other === undefined || asked > 2) return undefined;
      asked = 3;
      return other;
    },
  };
}

/** Returns whether a translator can read the params. What is malformed in them counts as absent in a draft; v1 refuses it. */
function isReadable(params: unknown, client: Dialect): boolean {
  if (client === 'v1') return true;
  return client === 'june' && dialects[client].methods['initialize']?.params.decode(params, 'lenient').ok === true;
}

function isRefusal(answer: ResponseMessage): boolean {
  return answer.error !== undefined && answer.error !== null;
}

/** Returns the versions that an agent lists when it refuses the one it was asked for; `undefined` if it lists none. */
function supportedVersions(error: unknown): readonly unknown[] | undefined {
  if (!isObject(error) || error['code'] !== -32022 || !isObject(error['data'])) return undefined;
  const { supported } = error['data'];
  return Array.isArray(supported) ? supported : undefined;
}

function unknownVersion(result: unknown): string {
  const { protocolVersion } = result as JsonObject;
  return `The agent has chosen version ${protocolVersion} of the protocol, and this bridge knows 1 and 2.`;
}
