import type { ClientSession } from '@emend/acp';
import type { FinishReason } from 'ai';
import { type AcpUIChunk, MessageChunks } from './message-chunks.ts';
import { isAskedInChat } from './permissions.ts';
import type { AcpUIMessage } from './ui-message.ts';

/** How a turn ended: with a stop reason, or with an error. */
export type TurnEnd = { readonly stopReason: string } | { readonly error: unknown };

/** The turn that a stream shows. */
export interface ShownTurn {
  readonly session: ClientSession;
  /** Returns the id of the message that answers the prompt. */
  readonly messageId: () => string;
  /** Returns the message as it is now. */
  readonly message: () => AcpUIMessage | undefined;
  /** Returns how the turn ended; undefined while it goes on. */
  readonly end: () => TurnEnd | undefined;
  /** Called when the turn has ended. */
  readonly listeners: Set<() => void>;
  /** Whether the chat has the message already. */
  readonly how: 'new' | 'continued';
  /** `stream`: the stream has the whole message. `store`: the chat shows the store, and the stream only says when there is something. */
  readonly shows: 'stream' | 'store';
  readonly signal: AbortSignal | undefined;
}

const finishReasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  max_tokens: 'length',
  refusal: 'content-filter',
};

/** Returns a turn as the stream of chunks that a chat reads. What happens while the chat is busy is put together. */
export function turnChunks(turn: ShownTurn): ReadableStream<AcpUIChunk> {
  const source = new TurnChunks(turn);
  // Nothing is made ahead of the reader: a slow one gets fewer chunks, and needs no more memory.
  return new ReadableStream<AcpUIChunk>(source, { highWaterMark: 0 });
}

class TurnChunks {
  readonly #turn: ShownTurn;
  readonly #chunks = new MessageChunks();
  #notices: number;
  #hasBegun = false;
  #hasShown = false;

  constructor(turn: ShownTurn) {
    this.#turn = turn;
    this.#notices = turn.session.state.notices.at(-1)?.number ?? -1;
  }

  async pull(controller: ReadableStreamDefaultController<AcpUIChunk>): Promise<void> {
    const { session, signal } = this.#turn;
    for (;;) {
      if (signal?.aborted === true) return this.#close(controller, [{ type: 'abort' }]);
      // The end is looked at first, so that the message has everything that came before it.
      const end = this.#turn.end();
      const chunks = this.#news();
      if (end !== undefined) return this.#close(controller, [...chunks, ...this.#chunks.end(), ...endChunks(end)]);
      // A chat answers a question by sending the message again.
      if (this.#turn.shows === 'stream' && isAskedInChat(session) && this.#isAsking())
        return this.#close(controller, [
          ...chunks,
          ...this.#chunks.end(),
          { type: 'finish', finishReason: 'tool-calls' },
        ]);
      for (const chunk of chunks) controller.enqueue(chunk);
      if (chunks.length > 0) return;
      await nextChange(this.#turn);
    }
  }

  #isAsking(): boolean {
    return this.#turn.message()?.parts.some((part) => 'state' in part && part.state === 'approval-requested') === true;
  }

  #close(controller: ReadableStreamDefaultController<AcpUIChunk>, chunks: readonly AcpUIChunk[]): void {
    for (const chunk of chunks) controller.enqueue(chunk);
    controller.close();
  }

  #news(): AcpUIChunk[] {
    const { session, messageId, how, shows } = this.#turn;
    const chunks: AcpUIChunk[] = [];
    const message = this.#turn.message();
    // Without anything to show, a chat goes on saying that the message was submitted.
    if (!this.#hasBegun && (shows === 'stream' || message !== undefined)) {
      chunks.push(...this.#chunks.begin(messageId(), how));
      this.#hasBegun = true;
    }
    if (message !== undefined && shows === 'stream') chunks.push(...this.#chunks.update(message));
    if (message !== undefined && shows === 'store' && !this.#hasShown) {
      chunks.push({ type: 'message-metadata', messageMetadata: message.metadata ?? {} });
      this.#hasShown = true;
    }
    for (const { number, notice } of session.state.notices) {
      if (number <= this.#notices) continue;
      this.#notices = number;
      chunks.push({ type: 'data-notice', data: notice, transient: true });
    }
    return chunks;
  }
}

function endChunks(end: TurnEnd): AcpUIChunk[] {
  if ('error' in end) {
    const errorText = end.error instanceof Error ? end.error.message : String(end.error);
    return [{ type: 'error', errorText }];
  }
  if (end.stopReason === 'cancelled') return [{ type: 'abort' }];
  return [{ type: 'finish', finishReason: finishReasons[end.stopReason] ?? 'other' }];
}

/** Resolves after the next change of the session, or when the turn ends or is aborted. */
function nextChange({ session, signal, listeners }: ShownTurn): Promise<void> {
  return new Promise((resolve) => {
    const stops = [session.subscribe(done), session.permissions.subscribe(done)];
    listeners.add(done);
    signal?.addEventListener('abort', done);
    function done(): void {
      for (const stop of stops) stop();
      listeners.delete(done);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}
