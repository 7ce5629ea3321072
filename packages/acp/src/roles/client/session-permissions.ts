import { type RequestPermissionOutcome, RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import type { ToolCall } from '../../session/tool-call.ts';
import type { PermissionRequest } from './permission-request.ts';
import { WaitingQuestions } from './waiting-questions.ts';

/** A permission request of an agent that nobody has answered yet. */
export interface AskedPermission extends PermissionRequest {
  /** The id by which it is answered. */
  readonly requestId: RequestId;
  /** The tool call as the session has it when the request arrives; undefined if it is about something else. */
  readonly call: ToolCall | undefined;
  /** When it arrived, in milliseconds since 1970. */
  readonly since: number;
  /** Whether `requestPermission` of the client was called as well, so that the answer may come from there. */
  readonly hasHandler: boolean;
}

/** An answer to a permission request: the id of an option, an outcome, or the whole answer with its outcome and `_meta`. */
export type PermissionReply = string | RequestPermissionOutcome | RequestPermissionResponse;

/**
 * The permission requests of a session that wait for an answer. Whoever answers first decides: `answer`, the `requestPermission` of the
 * client, a cancelled turn, or the agent, which may withdraw its request.
 */
export interface SessionPermissions {
  /** The requests, oldest first; the same list until it changes. */
  readonly open: readonly AskedPermission[];
  /** Calls the listener after each change of `open`, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Answers a request with one of its options. Returns false if it is not open any more, so that the answer has no effect. Throws a
   * `TypeError` if the agent did not offer the option.
   */
  answer(requestId: RequestId, optionId: string): boolean;
  /** Answers a request `cancelled`: nobody decides. Returns false if it is not open any more. */
  cancel(requestId: RequestId): boolean;
}

/** Holds the permission requests of a session while they are open. */
export class PermissionDesk implements SessionPermissions {
  readonly #questions: WaitingQuestions<AskedPermission, RequestPermissionResponse>;
  readonly subscribe: SessionPermissions['subscribe'];

  /** `notify` calls a listener, and reports what it throws. */
  constructor(notify: (listener: () => void) => void) {
    this.#questions = new WaitingQuestions(notify);
    this.subscribe = this.#questions.subscribe;
  }

  get open(): readonly AskedPermission[] {
    return this.#questions.open;
  }

  answer(requestId: RequestId, optionId: string): boolean {
    return this.#questions.settle(requestId, (request) => answerOf(optionId, request, 'answer'));
  }

  cancel(requestId: RequestId): boolean {
    return this.#questions.settle(requestId, () => ({ outcome: { outcome: 'cancelled' } }));
  }

  /** Opens a request, and resolves with the first answer that it gets; `ask` may have one. It is closed when the signal aborts. */
  decide(
    asked: AskedPermission,
    ask: (() => PermissionReply | Promise<PermissionReply>) | undefined,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse> {
    const reply = ask && (async () => answerOf(await ask(), asked, 'requestPermission'));
    return this.#questions.decide(asked, reply, signal);
  }
}

function answerOf(reply: PermissionReply, request: PermissionRequest, by: string): RequestPermissionResponse {
  const answer = wholeAnswer(reply);
  const { outcome } = answer;
  const isOffered =
    outcome.outcome !== 'selected' || request.options.some((option) => option.optionId === outcome.optionId);
  const verb = by === 'answer' ? 'answer() got' : `${by} returned`;
  if (!isOffered) throw new TypeError(`${verb} an option that the agent did not offer.`);
  if (!RequestPermissionResponse.is(answer)) throw new TypeError(`${verb} an unknown outcome.`);
  return answer;
}

function wholeAnswer(reply: PermissionReply): RequestPermissionResponse {
  if (typeof reply === 'string') return { outcome: { outcome: 'selected', optionId: reply } };
  return isObject(reply.outcome)
    ? (reply as RequestPermissionResponse)
    : { outcome: reply as RequestPermissionOutcome };
}
