import type { RequestMessage, ResponseMessage } from '../../jsonrpc/message.ts';
import { type Dialect, dialectOfAgent, dialectOfClient, dialects, type PeerDialect } from '../../protocol/dialects.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { dialectWithRewrites, fallbackFor, reworded } from '../edges.ts';

/** What to do with an agent's answer to the handshake. */
export type Verdict =
  /** Both speak alike: everything passes as it is. `answer` replaces the agent's answer where its number is wrong. */
  | { readonly do: 'pass'; readonly agent: PeerDialect; readonly answer?: ResponseMessage }
  /** They do not: translate between these two. */
  | { readonly do: 'translate'; readonly client: Dialect; readonly agent: Dialect }
  /** Ask again with this request, on a fresh connection if `needsFresh`. */
  | { readonly do: 'ask-again'; readonly request: RequestMessage; readonly needsFresh: boolean }
  /** Nothing is left to try: the client gets this answer. */
  | { readonly do: 'refuse'; readonly answer: ResponseMessage };

/** A handshake in progress: the agent is asked in the client's dialect first, then, if need be, in the fallback. */
export interface Handshake {
  readonly client: PeerDialect;
  /** The dialect in which the client is answered. */
  readonly spoken: Dialect;
  /** What the agent is asked first. */
  readonly first: RequestMessage;
  answered(answer: ResponseMessage): Verdict;
  /** Returns what to ask a fresh agent when this one has ended without an answer; `undefined` if that cannot help. */
  abandoned(): RequestMessage | undefined;
}

function isRefusal(answer: ResponseMessage): boolean {
  return answer.error !== undefined && answer.error !== null;
}

/** Explains the refusal of an agent that misses `info`, which only later drafts have; the agent's own words follow. */
function explained(refusal: ResponseMessage): ResponseMessage {
  const { error } = refusal;
  if (!isObject(error) || error['code'] !== -32602 || !/\binfo\b/.test(JSON.stringify(error))) return refusal;
  const message = `The agent seems to speak a later draft of v2, and no v1: ${error['message']}`;
  return { ...refusal, error: { ...error, message } };
}

/** Returns the dialect in which a client is answered: a client of a later draft is offered the fallback. */
export function spokenWith(params: unknown): Dialect {
  const client = dialectOfClient(params);
  return client === 'later' ? fallbackFor(client) : client;
}

/** Starts the handshake that a client's `initialize` opens; with `needsRewrites` the agent is asked for a dialect that has them. */
export function handshake(request: RequestMessage, { needsRewrites = false } = {}): Handshake {
  const client = dialectOfClient(request.params);
  const spoken = spokenWith(request.params);
  const fallback = fallbackFor(client);
  const withRewrites = needsRewrites ? dialectWithRewrites(client) : undefined;
  const inDialect = (to: Dialect) => ({ ...request, params: reworded(request.params, client, to) });
  const first = withRewrites === undefined ? request : inDialect(withRewrites);
  const again = client === fallback ? request : inDialect(fallback);
  const hasOtherWords = first !== again;
  let refusal: ResponseMessage | undefined;
  /** How often the agent was asked. */
  let asked = 1;

  function askAgain(needsFresh: boolean): Verdict {
    asked += 1;
    return { do: 'ask-again', request: again, needsFresh };
  }

  function decide(agent: PeerDialect, answer: ResponseMessage): Verdict {
    if (agent === 'later') {
      if (client === 'later') return { do: 'pass', agent };
      // It has settled on a draft that is not ours; only a new conversation can be about the fallback.
      if (asked === 1 || (asked === 2 && refusal !== undefined)) return askAgain(true);
      const error = { code: -32603, message: 'The agent speaks a later draft of v2 and does not offer v1.' };
      return { do: 'refuse', answer: refusal ?? { jsonrpc: '2.0', id: request.id, error } };
    }
    if (spoken !== agent) return { do: 'translate', client: spoken, agent };
    const { protocolVersion } = dialects[spoken];
    const result = answer.result as { readonly protocolVersion?: unknown } | null | undefined;
    if (result === null || result === undefined || result.protocolVersion === protocolVersion)
      return { do: 'pass', agent };
    return { do: 'pass', agent, answer: { ...answer, result: { ...result, protocolVersion } } };
  }

  return {
    client,
    spoken,
    first,
    answered(answer) {
      if (!isRefusal(answer)) return decide(dialectOfAgent(answer.result), answer);
      // Of several, the client gets the one that its own words got.
      if (client === fallback || refusal === undefined) refusal = answer;
      if (hasOtherWords && asked === 1) return askAgain(false);
      if (hasOtherWords && asked === 2) return askAgain(true);
      return { do: 'refuse', answer: spoken === fallback ? refusal : explained(refusal) };
    },
    abandoned() {
      if (!hasOtherWords || asked > 2) return undefined;
      asked = 3;
      return again;
    },
  };
}
