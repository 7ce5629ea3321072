import type { PermissionOption, RequestPermissionOutcome, RequestPermissionRequest } from '@emend/acp/protocol/v2';
import type { ToolCall } from '@emend/acp/session';
import { displayStatus } from '@emend/acp/view';

/** How many rejections are remembered. */
const most = 1_000;

/** The tool calls that were not allowed: many an agent never says so, and leaves them as they were. */
export class RejectedCalls {
  /** The status that each had when it was rejected. */
  readonly #statusThen = new Map<string, string | undefined>();

  /** Takes note of how a question was answered, with the call as it was then. */
  answered(
    { options, toolCall: { toolCallId } }: RequestPermissionRequest,
    answer: string | RequestPermissionOutcome,
    call: ToolCall | undefined,
  ): void {
    this.#statusThen.delete(toolCallId);
    if (isAllowed(options, answer)) return;
    this.#statusThen.set(toolCallId, call?.status);
    const [oldest] = this.#statusThen.keys();
    if (this.#statusThen.size > most && oldest !== undefined) this.#statusThen.delete(oldest);
  }

  /** Whether a call is over because it was rejected: it has failed, or nothing was heard of it since. */
  has({ toolCallId, status, isCancelled }: ToolCall): boolean {
    if (isCancelled || !this.#statusThen.has(toolCallId)) return false;
    return status === 'failed' || status === this.#statusThen.get(toolCallId);
  }

  /** The status to show. */
  statusOf(call: ToolCall): string {
    return this.has(call) ? 'rejected' : displayStatus(call);
  }
}

function isAllowed(options: readonly PermissionOption[], answer: string | RequestPermissionOutcome): boolean {
  const chosen = typeof answer === 'string' ? options.find(({ optionId }) => optionId === answer) : undefined;
  return chosen !== undefined && !chosen.kind.startsWith('reject');
}
