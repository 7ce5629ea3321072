import { type Amount, reaches } from '../jsonrpc/limits.ts';
import type { Dialect } from '../protocol/dialects.ts';
import { isObject } from '../protocol/reading/guard.ts';
import { checkRewrite } from './check-rewrite.ts';
import { type EdgeOptions, edgeBetween } from './edges.ts';
import { exchange } from './exchange.ts';
import { type Outbox, outbox, type Translation } from './outbox.ts';

/** Options of a translator. */
export interface TranslatorOptions extends EdgeOptions {
  /** What the client speaks. */
  readonly client: Dialect;
  /** What the agent speaks. */
  readonly agent: Dialect;
}

/** Translates a conversation message by message. It keeps state and does no I/O: the caller delivers the messages it returns. */
export interface Translator {
  /** Takes what the client sent: a message, a batch, or anything that should be one. */
  fromClient(message: unknown): Translation;
  /** Takes what the agent sent; `size` is the length of its text, where that is known. */
  fromAgent(message: unknown, size?: number): Translation;
  /** Returns what only waits for more to come; call it when nothing has come for a while. */
  flush(): Translation;
  /** Returns whatever is held back, since nothing more will come. */
  end(): Translation;
  /** Returns whether a flush would send something. */
  hasWaiting(): boolean;
}

/** How much waits for the answer that names its session, in messages and in characters; beyond that it goes on without it. */
const mostEarly: Amount = { messages: 10_000, size: 32 * 2 ** 20 };

/** Returns a translator between a client and an agent of different dialects. */
export function translator(options: TranslatorOptions): Translator {
  const { client, agent } = options;
  checkRewrite(options.rewrite);
  const edge = edgeBetween(client, agent);
  const pairing = edge.pair(client, options);
  const receive = exchange(pairing, { client: edge.directionTo(agent), agent: edge.directionTo(client) });
  let early: unknown[] = [];
  let earlySize = 0;

  function releaseEarly(out: Outbox, isStillEarly: (message: unknown) => boolean): void {
    const held = early;
    early = [];
    earlySize = 0;
    for (const message of held) {
      if (isStillEarly(message)) hold(message, undefined);
      else receive('agent', message, out);
    }
  }

  function hold(message: unknown, size: number | undefined): void {
    early.push(message);
    earlySize += size ?? JSON.stringify(message).length;
  }

  return {
    fromClient(message) {
      const out = outbox();
      receive('client', message, out);
      return out;
    },
    fromAgent(message, size) {
      const out = outbox();
      if (pairing.isEarly(message)) {
        hold(message, size);
        if (reaches({ messages: early.length, size: earlySize }, mostEarly)) releaseEarly(out, () => false);
        return out;
      }
      receive('agent', message, out);
      // Only an answer names a session, alone or in a batch.
      const isAsking = isObject(message) && message['method'] !== undefined;
      if (early.length > 0 && !isAsking) releaseEarly(out, pairing.isEarly);
      return out;
    },
    flush() {
      const out = outbox();
      pairing.flush(out);
      return out;
    },
    end() {
      const out = outbox();
      releaseEarly(out, () => false);
      pairing.end(out);
      return out;
    },
    hasWaiting: pairing.hasWaiting,
  };
}
