import type { Peer } from '../../jsonrpc/peer.ts';
import { type AgentNotifications, type AgentRequests, methods } from '../../protocol/june/generated/methods.ts';
import type { Reading } from '../../protocol/reading/decode.ts';
import { formatIssue } from '../../protocol/reading/issue.ts';
import type { MethodDefinition } from '../../protocol/reading/method.ts';
import type { CheckValue } from '../check-outgoing.ts';
import { MalformedResultError } from './errors.ts';

/** Options of any request. */
export interface CallOptions {
  /** Cancels the request: the promise rejects at once with the signal's reason, and the agent is notified. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a typed request. */
interface TypedCallOptions<Result, Seen> extends CallOptions {
  /** Asks the agent to cancel the request, but still waits for its answer. */
  readonly cancel?: AbortSignal | undefined;
  /** Called with the checked result before any later message is handled. */
  readonly onResult?: (result: Result) => Seen;
  /** Called for a malformed result, for requests that have taken effect nevertheless; by default the request fails. */
  readonly onMalformed?: (error: MalformedResultError) => Seen;
}

/** A peer for typed requests to an agent: params are checked before they are sent, results when they arrive. */
export class TypedPeer {
  /** The peer itself, for requests that the protocol does not define. */
  readonly untyped: Peer;
  readonly #reading: Reading;
  readonly #check: CheckValue;

  constructor(peer: Peer, reading: Reading, check: CheckValue) {
    this.untyped = peer;
    this.#reading = reading;
    this.#check = check;
  }

  /** Sends the agent a request. */
  async request<Name extends keyof AgentRequests, Seen = AgentRequests[Name]['result']>(
    name: Name,
    params: AgentRequests[Name]['params'],
    options: TypedCallOptions<AgentRequests[Name]['result'], Seen> = {},
  ): Promise<Seen> {
    const method: MethodDefinition = methods[name];
    this.#check(name, method.params, params);
    return this.untyped.request<Seen>(name, params, {
      signal: options.signal,
      cancel: options.cancel,
      onResult: (value) => {
        const result = this.#readResult(method, value);
        if (result instanceof MalformedResultError) {
          if (options.onMalformed === undefined) throw result;
          return options.onMalformed(result);
        }
        return options.onResult === undefined
          ? (result as Seen)
          : options.onResult(result as AgentRequests[Name]['result']);
      },
    });
  }

  /** Sends the agent a notification. */
  notify<Name extends keyof AgentNotifications>(name: Name, params: AgentNotifications[Name]['params']): Promise<void> {
    this.#check(name, methods[name].params, params);
    return this.untyped.notify(name, params);
  }

  #readResult(method: MethodDefinition, value: unknown): unknown {
    // Some agents answer null where the result is empty.
    const decoded = method.result?.decode(value ?? {}, this.#reading);
    if (decoded?.ok === false) return new MalformedResultError(method.name, decoded.issues.map(formatIssue), value);
    return decoded?.value;
  }
}
