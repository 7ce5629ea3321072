import { errorText } from '../../jsonrpc/message-text.ts';
import { RpcError, refusedCode, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import { batchEntries, type ClientRequest, OpenWork, requestIn } from './open-work.ts';

const ID_IN_USE = 'A request with this id is still waiting for its answer.';

/** The transport of a connection as the agent gets it: it counts, knows whether the agent is busy, and refuses what the server does not want now. */
export class WatchedTransport implements Transport {
  readonly #inner: Transport;
  readonly #maxRequests: number;
  readonly #work = new OpenWork();
  readonly frames: AsyncIterable<readonly Received[]>;
  /** Messages that came from the client and that were sent to it. */
  received = 0;
  sent = 0;
  /** Whether prompts are refused because the server is about to end. */
  isDraining = false;
  /** Returns whether another server runs a session. */
  isElsewhere: (sessionId: string) => boolean = () => false;

  constructor(inner: Transport, maxRequests: number) {
    this.#inner = inner;
    this.#maxRequests = maxRequests;
    this.frames = { [Symbol.asyncIterator]: () => this.#iterate() };
  }

  /** Whether the agent works on nothing for this client. A turn of another server goes on without this connection. */
  get isIdle(): boolean {
    return this.#work.isDone((sessionId) => this.isElsewhere(sessionId));
  }

  send(frame: string): Promise<void> | undefined {
    this.sent += 1;
    this.#work.sent(frame);
    return this.#inner.send(frame);
  }

  rewrite(replace: (frame: string) => string | null | undefined): void {
    this.#inner.rewrite?.(replace);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  abort(): void {
    if (this.#inner.abort === undefined) void this.#inner.close();
    else this.#inner.abort();
  }

  #iterate(): AsyncIterator<readonly Received[], undefined> {
    const frames = this.#inner.frames[Symbol.asyncIterator]();
    const next = async (): Promise<IteratorResult<readonly Received[], undefined>> => {
      for (;;) {
        const step = await frames.next();
        if (step.done === true) return { done: true, value: undefined };
        this.received += step.value.length;
        const accepted: Received[] = [];
        for (const frame of step.value) {
          const kept = typeof frame === 'string' ? this.#accepted(frame) : frame;
          if (kept !== undefined) accepted.push(kept);
        }
        if (accepted.length > 0) return { done: false, value: accepted };
      }
    };
    return {
      next,
      return: async () => {
        await frames.return?.();
        return { done: true, value: undefined };
      },
    };
  }

  /** Notes a frame of the client, and returns what of it the agent shall get. The rest is answered. */
  #accepted(frame: string): string | undefined {
    const entries = batchEntries(frame);
    if (entries !== undefined) return this.#acceptedOfBatch(frame, entries);
    const request = requestIn(frame);
    if (request === undefined) return frame;
    const refused = this.#refusalOf(request);
    if (refused === undefined) this.#work.begin(request);
    else this.#answer(errorText(request.id, refused));
    return refused === undefined ? frame : undefined;
  }

  #acceptedOfBatch(frame: string, entries: readonly string[]): string | undefined {
    const kept: string[] = [];
    const begun = new Map<string, ClientRequest>();
    const answers: string[] = [];
    for (const entry of entries) {
      const request = requestIn(entry);
      const refused = request && this.#refusalOf(request, begun);
      if (request !== undefined && refused === undefined) begun.set(request.id, request);
      if (request === undefined || refused === undefined) kept.push(entry);
      else answers.push(errorText(request.id, refused));
    }
    this.#work.beginBatch([...begun.values()]);
    if (answers.length === 0) return frame;
    this.#answer(`[${answers.join(',')}]`);
    // Answers and notifications are never refused, whatever they come with.
    return kept.length === 0 ? undefined : `[${kept.join(',')}]`;
  }

  #answer(text: string): void {
    this.sent += 1;
    // If it cannot be sent, the client is gone and needs no answer.
    this.#inner.send(text)?.catch(() => undefined);
  }

  /** `before` are requests of the same batch that are not refused. */
  #refusalOf({ id, method }: ClientRequest, before?: ReadonlyMap<string, ClientRequest>): RpcError | undefined {
    if (this.isDraining && method === 'session/prompt') {
      return new RpcError(refusedCode, 'The server is shutting down and starts no new turn. Try again in a moment.', {
        reason: 'draining',
      });
    }
    // Counted once, any number of them would pass the limit, and one answer would be taken for all.
    if (this.#work.isOpen(id) || before?.has(id)) return new RpcError(rpcErrorCodes.invalidRequest, ID_IN_USE);
    if (this.#work.requests + (before?.size ?? 0) < this.#maxRequests) return undefined;
    const message = `More than ${this.#maxRequests} requests are waiting for an answer.`;
    return new RpcError(refusedCode, message, { reason: 'too_many_requests' });
  }
}
