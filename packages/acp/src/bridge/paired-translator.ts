import { type Amount, reaches } from '../jsonrpc/limits.ts';
import { isObject } from '../protocol/reading/guard.ts';
import type { Side } from '../protocol/side.ts';
import type { Direction } from './edges.ts';
import { exchange } from './exchange.ts';
import { type Outbox, outbox } from './outbox.ts';
import type { Pairing } from './pairing.ts';
import type { Translator } from './translator.ts';

/** How much waits for the answer that names its session, in messages and in characters; beyond that it goes on without it. */
const mostEarly: Amount = { messages: 10_000, size: 32 * 2 ** 20 };

/** Returns the translator that a pairing makes: it matches answers with requests and keeps early messages back. */
export function pairedTranslator(pairing: Pairing, directionFrom: Readonly<Record<Side, Direction>>): Translator {
  const receive = exchange(pairing, directionFrom);
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
