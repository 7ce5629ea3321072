import type { RequestMessage, ResponseMessage } from '../../jsonrpc/message.ts';
import { rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import { type HandshakeRefusal, refusalOfRepeat } from '../../protocol/handshake.ts';

/** Answers the `initialize` requests that a client of the November draft may send again, until it has sent another request. */
export class RepeatedInitialize {
  /** What the first was answered with. */
  #result: unknown;
  #isOver = false;
  /** Whether the agent has refused an earlier handshake. */
  readonly isAnew: boolean;

  constructor(isAnew = false) {
    this.isAnew = isAnew;
  }

  /** Takes the answer to the first `initialize`. */
  answered(result: unknown): void {
    this.#result = result;
  }

  /** Takes note of another request, after which the handshake is not repeated. */
  otherRequest(): void {
    this.#isOver = true;
  }

  /** Returns the answer; with an error nothing has changed. */
  answer({ id, params }: RequestMessage): ResponseMessage {
    const refusal = this.#refusal(params);
    return refusal === undefined
      ? { jsonrpc: '2.0', id, result: this.#result }
      : { jsonrpc: '2.0', id, error: refusal };
  }

  #refusal(params: unknown): HandshakeRefusal | undefined {
    if (this.#isOver) return invalid('It is too late to repeat initialize: another request was sent.');
    if (this.#result === undefined) return invalid('Another initialize is not answered yet.');
    return refusalOfRepeat(params);
  }
}

function invalid(message: string): HandshakeRefusal {
  return { code: rpcErrorCodes.invalidRequest, message };
}
