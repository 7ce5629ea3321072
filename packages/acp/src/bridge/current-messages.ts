import { type Cursor, ended, finished, newCursor, prompted, wrote } from '../session/cursor.ts';
import type { MessageKind } from '../session/message.ts';

/** The cursor of a session that the bridge carries; it knows a prompt by the params of its request. */
export class CurrentMessages<Message> {
  #cursor: Cursor<Message> = newCursor();
  readonly #turns = new Map<object, number>();
  #nextTurn = 0;

  /** Returns the message of a kind that a clear without an id means. */
  of(kind: MessageKind): Message | undefined {
    return this.#cursor[kind];
  }

  /** Records a write to a message, also a further one: outside of turns, each change of the user message finishes the current ones. */
  wrote(kind: MessageKind, message: Message): void {
    this.#cursor = wrote(this.#cursor, kind, message);
  }

  /** Opens the turn of a prompt. Returns whether it starts at once; otherwise it waits behind another. */
  prompted(prompt: object): boolean {
    const turn = this.#nextTurn++;
    this.#turns.set(prompt, turn);
    this.#cursor = prompted(this.#cursor, turn);
    return this.#cursor.turns.running === turn;
  }

  /** Ends the turn of a prompt. Returns whether it was the one that ran. */
  answered(prompt: object): boolean {
    const turn = this.#turns.get(prompt);
    if (turn === undefined) return false;
    this.#turns.delete(prompt);
    const wasRunning = this.#cursor.turns.running === turn;
    this.#cursor = ended(this.#cursor, turn);
    return wasRunning;
  }

  /** Finishes the current messages. */
  finish(): void {
    this.#cursor = finished(this.#cursor);
  }
}
