import type { Dialect } from '../protocol/dialects.ts';
import { checkRewrite } from './check-rewrite.ts';
import { type EdgeOptions, edgeFor } from './edges.ts';
import type { Translation } from './outbox.ts';

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

/** Returns a translator between a client and an agent of different dialects. */
export function translator(options: TranslatorOptions): Translator {
  checkRewrite(options.rewrite);
  return edgeFor(options.client, options.agent, options).translate(options.client, options);
}
