import type { Peer } from '../../jsonrpc/peer.ts';
import { type AgentNotifications, type AgentRequests, methods } from '../../protocol/june/generated/methods.ts';
import type { Reading } from '../../protocol/reading/decode.ts';
import { formatIssue } from '../../protocol/reading/issue.ts';
import type { MethodDefinition } from '../../protocol/reading/method.ts';
import type { CheckValue } from '../check-outgoing.ts';
import { MalformedResultError } from './errors.ts';

/** What can be told of any request. */
export interface AskOptions {
  /** Takes the request back: the promise rejects at once with the signal's reason, and the agent is told. */
  readonly signal?: AbortSignal | undefined;
}

/** What can be told of a request besides its params. */
export interface WireOptions<Result, Seen> extends AskOptions {
  /** Asks the agent to cancel the request, and still waits for its answer. */
  readonly cancel?: AbortSignal | undefined;
  /** Sees the checked result at its place in the order, before any later message. */
  readonly onResult?: (result: Result) => Seen;
  /** Stands in for a malformed result, where the agent has done what it was asked all the same; else the request fails with the error. */
  readonly onMalformed?: (error: MalformedResultError) => Seen;
}

/** Typed requests to an agent: params checked before they leave, results checked when they arrive. */
export class ClientWire {
  readonly peer: Peer;
  readonly reading: Reading;
  readonly #check: CheckValue;

  constructor(peer: Peer, reading: Reading, check: CheckValue) {
    this.peer = peer;
    this.reading = reading;
    this.#check = check;
  }

  /** Asks the agent. */
  async request<Name extends keyof AgentRequests, Seen = AgentRequests[Name]['result']>(
    name: Name,
    params: AgentRequests[Name]['params'],
    options: WireOptions<AgentRequests[Name]['result'], Seen> = {},
  ): Promise<Seen> {
    const method: MethodDefinition = methods[name];
    this.#check(name, method.params, params);
    return this.peer.request<Seen>(name, params, {
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

  /** Tells the agent. */
  notify<Name extends keyof AgentNotifications>(name: Name, params: AgentNotifications[Name]['params']): Promise<void> {
    this.#check(name, methods[name].params, params);
    return this.peer.notify(name, params);
  }

  #readResult(method: MethodDefinition, value: unknown): unknown {
    // Agents answer null where there is nothing to say.
    const decoded = method.result?.decode(value ?? {}, this.reading);
    if (decoded?.ok === false) return new MalformedResultError(method.name, decoded.issues.map(formatIssue), value);
    return decoded?.value;
  }
}
