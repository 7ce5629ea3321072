import type { RequestMessage, ResponseMessage } from '../../jsonrpc/message.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { type Dialect, dialectOfAgent, dialectOfClient, handshakeInV1, handshakeInV2 } from './dialect.ts';

/** What to do with an agent's answer to the handshake. */
export type Verdict =
  /** Both speak alike: everything passes as it is. `answer` stands for the agent's where its number is wrong. */
  | { readonly do: 'pass'; readonly agent: Dialect; readonly answer?: ResponseMessage }
  /** They do not: the client speaks `client` from now on. */
  | { readonly do: 'translate'; readonly client: 1 | 2; readonly agent: 1 | 2 }
  /** Ask again with this, on a fresh connection if it may not be the same. */
  | { readonly do: 'ask-again'; readonly request: RequestMessage; readonly needsFresh: boolean }
  /** Nothing more to try: the client gets this. */
  | { readonly do: 'refuse'; readonly answer: ResponseMessage };

/** Follows a handshake: the client is asked for in its own dialect or in v2 first, then, if need be, in v1. */
export interface Handshake {
  readonly client: Dialect;
  /** What the agent is asked first. */
  readonly first: RequestMessage;
  answered(answer: ResponseMessage): Verdict;
  /** The agent ended without an answer; gives what to ask a fresh one, if that may help. */
  abandoned(): RequestMessage | undefined;
}

function isRefusal(answer: ResponseMessage): boolean {
  return answer.error !== undefined && answer.error !== null;
}

/** A refusal in our v2 of an agent that takes no v1 either: one that misses `info` is told from others, its own words behind. */
function explained(refusal: ResponseMessage): ResponseMessage {
  const { error } = refusal;
  if (!isObject(error) || error['code'] !== -32602 || !/\binfo\b/.test(JSON.stringify(error))) return refusal;
  const message = `The agent seems to speak a later draft of v2, and no v1: ${error['message']}`;
  return { ...refusal, error: { ...error, message } };
}

/** The handshake that a client's `initialize` opens; one that prefers v2 asks the agent for it on behalf of a v1 client, too. */
export function handshake(request: RequestMessage, { prefersV2 = false } = {}): Handshake {
  const client = dialectOfClient(request.params);
  const first = client === 1 && prefersV2 ? { ...request, params: handshakeInV2(request.params) } : request;
  const again = client === 1 ? request : { ...request, params: handshakeInV1(request.params) };
  const hasOtherWords = first !== again;
  let refusal: ResponseMessage | undefined;
  /** How often the agent was asked. */
  let asked = 1;

  function askAgain(needsFresh: boolean): Verdict {
    asked += 1;
    return { do: 'ask-again', request: again, needsFresh };
  }

  function decide(agent: Dialect, answer: ResponseMessage): Verdict {
    if (agent === 'later') {
      if (client === 'later') return { do: 'pass', agent };
      // It has settled on a draft that is not ours; only a new conversation can be about v1.
      if (asked === 1 || (asked === 2 && refusal !== undefined)) return askAgain(true);
      const error = { code: -32603, message: 'The agent speaks a later draft of v2 and does not offer v1' };
      return { do: 'refuse', answer: refusal ?? { jsonrpc: '2.0', id: request.id, error } };
    }
    // A client of a later draft is offered v1.
    const spoken = client === 'later' ? 1 : client;
    if (spoken !== agent) return { do: 'translate', client: spoken, agent };
    const result = answer.result as { readonly protocolVersion?: unknown } | null | undefined;
    if (result === null || result === undefined || result.protocolVersion === spoken) return { do: 'pass', agent };
    return { do: 'pass', agent, answer: { ...answer, result: { ...result, protocolVersion: spoken } } };
  }

  return {
    client,
    first,
    answered(answer) {
      if (!isRefusal(answer)) return decide(dialectOfAgent(answer.result), answer);
      // Of several, the client gets the one that its own words got.
      if (client === 1 || refusal === undefined) refusal = answer;
      if (hasOtherWords && asked === 1) return askAgain(false);
      if (hasOtherWords && asked === 2) return askAgain(true);
      return { do: 'refuse', answer: client === 2 ? explained(refusal) : refusal };
    },
    abandoned() {
      if (!hasOtherWords || asked > 2) return undefined;
      asked = 3;
      return again;
    },
  };
}
