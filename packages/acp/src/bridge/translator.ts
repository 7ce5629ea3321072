import { type Amount, reaches } from '../jsonrpc/limits.ts';
import type { RequestId } from '../jsonrpc/message.ts';
import { isObject } from '../protocol/reading/guard.ts';
import { exchange } from './exchange.ts';
import { type Outbox, outbox, type Side, type Translation } from './outbox.ts';
import type { Pairing } from './pairing.ts';
import type { V1AgentOptions } from './v1-june/to-june/options.ts';
import { v2ClientOfV1Agent } from './v1-june/to-june/pairing.ts';
import type { RewriteRule } from './v1-june/to-v1/crossing.ts';
import { v1ClientOfV2Agent } from './v1-june/to-v1/pairing.ts';

/** A version of the protocol that the bridge translates. */
export type Version = 1 | 2;

/** Which versions meet, and how. */
export interface TranslatorOptions extends V1AgentOptions {
  /** The version that the client speaks; the agent speaks the other. */
  readonly client: Version;
  /** What happens when v2 replaces or clears text that a v1 client has shown; `reissue` unless told. */
  readonly rewrite?: RewriteRule;
}

/** Translates a conversation message by message, with memory and without I/O: whoever drives it carries what it makes. */
export interface Translator {
  /** Takes what the client sent: a message, a batch, or anything that should be one. */
  fromClient(message: unknown): Translation;
  /** Takes what the agent sent; `size` is the length of its text, where that is known. */
  fromAgent(message: unknown, size?: number): Translation;
  /** Sends what only waits for more to come; to be called when nothing has come for a while. */
  flush(): Translation;
  /** Sends whatever is held back, since nothing more will come. */
  end(): Translation;
  /** Whether a flush would send something. */
  hasWaiting(): boolean;
  /** The ids of the requests of a side that have no answer yet. */
  waitingOf(side: Side): readonly RequestId[];
}

/** How much waits for the answer that names its session, in messages and in characters; then it goes on without it. */
const mostEarly: Amount = { messages: 10_000, size: 32 * 2 ** 20 };

/** A translator between a client and an agent of different versions. */
export function translator(options: TranslatorOptions): Translator {
  const pairing: Pairing =
    options.client === 1 ? v1ClientOfV2Agent(options.rewrite ?? 'reissue') : v2ClientOfV1Agent(options);
  const messages = exchange(pairing);
  let early: unknown[] = [];
  let earlySize = 0;

  function releaseEarly(out: Outbox, isStillEarly: (message: unknown) => boolean): void {
    const held = early;
    early = [];
    earlySize = 0;
    for (const message of held) {
      if (isStillEarly(message)) hold(message, undefined);
      else messages.receive('agent', message, out);
    }
  }

  function hold(message: unknown, size: number | undefined): void {
    early.push(message);
    earlySize += size ?? JSON.stringify(message).length;
  }

  return {
    fromClient(message) {
      const out = outbox();
      messages.receive('client', message, out);
      return out;
    },
    fromAgent(message, size) {
      const out = outbox();
      if (pairing.isEarly(message)) {
        hold(message, size);
        if (reaches({ messages: early.length, size: earlySize }, mostEarly)) releaseEarly(out, () => false);
        return out;
      }
      messages.receive('agent', message, out);
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
    waitingOf: messages.waitingOf,
  };
}
