import type { MessageKind } from '../../../session/message.ts';
import type { TakeNote } from '../../ledger.ts';

/**
 * The ids of messages for a June client. In November an id is unique within its kind of message, in June within the session: the first
 * kind that uses an id keeps it, every other one gets an alias for good.
 */
export class MessageIds {
  /** The kind of message that an id means for the client; aliases are ids too. */
  readonly #kinds = new Map<string, MessageKind>();
  readonly #given = new Set<string>();
  readonly #aliases: Readonly<Record<MessageKind, Map<string, string>>> = {
    user: new Map(),
    agent: new Map(),
    thought: new Map(),
  };

  /** Returns the id that a message has for the client; a new alias is noted. */
  of(kind: MessageKind, id: string, note: TakeNote): string {
    const known = this.#kinds.get(id);
    if (known === undefined) {
      this.#kinds.set(id, kind);
      return id;
    }
    const alias = this.#aliases[kind].get(id);
    if (alias !== undefined) return alias;
    return known === kind && !this.#given.has(id) ? id : this.#replace(kind, id, note);
  }

  /** Returns the id of a message for the client if it has an alias, otherwise the same id. */
  known(kind: MessageKind, id: string): string {
    return this.#aliases[kind].get(id) ?? id;
  }

  #replace(kind: MessageKind, id: string, note: TakeNote): string {
    let alias = `${id}~${kind}`;
    while (this.#kinds.has(alias)) alias += `~${kind}`;
    this.#kinds.set(alias, kind);
    this.#aliases[kind].set(id, alias);
    this.#given.add(alias);
    const done = `sent as ${alias}`;
    note({ kind: 'repair', rule: 'shared-message-id', messageId: id, path: 'messageId', lost: id, done });
    return alias;
  }
}
