import { type Dialect, dialects } from './dialects.ts';
import { dialectOfAgent } from './handshake.ts';
import { isObject, type JsonObject } from './reading/guard.ts';

const all = Object.keys(dialects) as readonly Dialect[];

/** Returns the dialects that have such a message. */
function dialectsWith(message: unknown): readonly Dialect[] {
  if (Array.isArray(message)) return dialectsOfBatch(message);
  if (!isObject(message)) return all;
  const chosen = message['method'] === undefined ? dialectOfHandshake(message['result']) : undefined;
  if (chosen !== undefined) return [chosen];
  const owner = all.find((dialect) => dialects[dialect].signs.isOwn?.(message) === true);
  if (owner !== undefined) return [owner];
  const some = all.filter((dialect) => dialects[dialect].signs.isForeign?.(message) !== true);
  return some.length === all.length ? all : some;
}

/** A batch has no batches in it; following them could go deeper than the stack. */
function dialectsOfBatch(messages: readonly unknown[]): readonly Dialect[] {
  for (const message of messages) {
    const some = Array.isArray(message) ? all : dialectsWith(message);
    if (some !== all) return some;
  }
  return all;
}

/** Returns the dialect of a stream with this result if it is an answer to `initialize`; `undefined` for any other result. */
export function dialectOfHandshake(result: unknown): Dialect | undefined {
  const isAnswer = isObject(result) && typeof (result as JsonObject)['protocolVersion'] === 'number';
  return isAnswer ? dialectOfAgent(result) : undefined;
}

/** Finds out which dialect a stream is in, from its messages. */
export class StreamDialect {
  #possible: readonly Dialect[] = all;

  /** Takes the next message; one that contradicts those before it changes nothing. */
  see(message: unknown): void {
    const those = dialectsWith(message);
    if (those === all) return;
    const left = this.#possible.filter((dialect) => those.includes(dialect));
    if (left.length > 0) this.#possible = left;
  }

  /** The dialect, once the messages leave no doubt. */
  get certain(): Dialect | undefined {
    return this.#possible.length === 1 ? this.#possible[0] : undefined;
  }

  /** The dialect as far as the messages show it: June, unless something in them is not in June. */
  get likely(): Dialect {
    if (this.#possible.includes('june')) return 'june';
    return this.#possible.includes('november') ? 'november' : 'v1';
  }
}

/** Returns the dialect of a stream that a message shows: an answer to `initialize`, or something that not every dialect has. */
export function dialectOfMessage(message: unknown): Dialect | undefined {
  if (dialectsWith(message) === all) return undefined;
  const stream = new StreamDialect();
  stream.see(message);
  return stream.likely;
}
