import { type Message, messageKey } from '@emend/acp/session';
import type { ScreenRow } from '@emend/acp/view';

/** Remembers the rows of prompts in which user messages stand: a message keeps that row, also when the session has dropped the turn. */
export class PromptRows {
  /** The keys of the rows, by those of the messages. */
  readonly #keys = new Map<string, string>();

  /** Called for each row that may be new. */
  seen(row: ScreenRow): void {
    if (row.type !== 'message' || row.kind !== 'user') return;
    const key = messageKey('user', row.messageId);
    if (row.key !== key) this.#keys.set(key, row.key);
  }

  /** Returns the key under which a row is shown. */
  keyOf({ key }: ScreenRow): string {
    return this.#keys.get(key) ?? key;
  }

  /** Returns the key of the row that shows a message. */
  keyOfMessage({ kind, messageId }: Message): string {
    const key = messageKey(kind, messageId);
    return this.#keys.get(key) ?? key;
  }

  /** Forgets all rows but these. */
  keepOnly(kept: ReadonlySet<string>): void {
    for (const [message, key] of this.#keys) if (!kept.has(key)) this.#keys.delete(message);
  }
}
