import type { Reading } from '../../protocol/reading/decode.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { formatIssue } from '../../protocol/reading/issue.ts';
import type { MethodDefinition } from '../../protocol/reading/method.ts';
import type { CheckValue } from '../check-outgoing.ts';
import type { AgentPeer } from './agent-line.ts';
import { MalformedResultError } from './errors.ts';

/** Options of any request. */
export interface CallOptions {
  /** Cancels the request: the promise rejects at once with the signal's reason, and the agent is notified. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a request that has nothing else of the caller's. */
export interface MetaCallOptions extends CallOptions {
  /** The `_meta` of the request. */
  readonly _meta?: Meta | undefined;
}

/** Options of a typed request. */
export interface TypedCallOptions<Result, Seen> extends CallOptions {
  /** Asks the agent to cancel the request, but still waits for its answer. */
  readonly cancel?: AbortSignal | undefined;
  /** Called with the checked result before any later message is handled. */
  readonly onResult?: (result: Result) => Seen;
  /** Called for a malformed result, for requests that have taken effect nevertheless; by default the request fails. */
  readonly onMalformed?: (error: MalformedResultError) => Seen;
}

/** The requests and the notifications that agents of a dialect handle, by method. */
interface AgentMethods {
  readonly requests: object;
  readonly notifications: object;
}

type ParamsOf<Table, Name extends keyof Table> = Table[Name] extends { readonly params: infer Params } ? Params : never;
type ResultOf<Table, Name extends keyof Table> = Table[Name] extends { readonly result: infer Result } ? Result : never;

/** A peer for typed requests to an agent of one dialect: params are checked before they are sent, results when they arrive. */
export class TypedPeer<Methods extends AgentMethods> {
  /** The peer itself, for requests that the protocol does not define. */
  readonly untyped: AgentPeer;
  readonly #methods: Readonly<Record<string, MethodDefinition>>;
  readonly #reading: Reading;
  readonly #check: CheckValue;

  /** `methods` are the definitions of the dialect, by name. */
  constructor(
    peer: AgentPeer,
    methods: Readonly<Record<keyof Methods['requests'] | keyof Methods['notifications'], MethodDefinition>>,
    reading: Reading,
    check: CheckValue,
  ) {
    this.untyped = peer;
    this.#methods = methods;
    this.#reading = reading;
    this.#check = check;
  }

  /** Sends the agent a request. */
  async request<Name extends keyof Methods['requests'] & string, Seen = ResultOf<Methods['requests'], Name>>(
    name: Name,
    params: ParamsOf<Methods['requests'], Name>,
    options: TypedCallOptions<ResultOf<Methods['requests'], Name>, Seen> = {},
  ): Promise<Seen> {
    const method = this.#methods[name] as MethodDefinition;
    this.#check(name, method.params, params);
    return this.untyped.request<Seen>(name, params, {
      signal: options.signal,
      cancel: options.cancel,
      onResult: (value) => {
        this.untyped.onAnswer?.();
        const result = readResult(method, value, this.#reading);
        if (result instanceof MalformedResultError) {
          if (options.onMalformed === undefined) throw result;
          return options.onMalformed(result);
        }
        return options.onResult === undefined
          ? (result as Seen)
          : options.onResult(result as ResultOf<Methods['requests'], Name>);
      },
    });
  }

  /** Sends the agent a notification. */
  notify<Name extends keyof Methods['notifications'] & string>(
    name: Name,
    params: ParamsOf<Methods['notifications'], Name>,
  ): Promise<void> {
    this.#check(name, (this.#methods[name] as MethodDefinition).params, params);
    return this.untyped.notify(name, params);
  }
}

/** Reads an answer of the agent. Returns an error, without throwing it, if the answer is malformed. */
export function readResult(method: MethodDefinition, value: unknown, reading: Reading): unknown {
  // Some agents answer null where the result is empty.
  const decoded = method.result?.decode(value ?? {}, reading);
  if (decoded?.ok === false) return new MalformedResultError(method.name, decoded.issues.map(formatIssue), value);
  return decoded?.value;
}
