import type { Received, Transport } from '../transport/transport.ts';
import { expectEqual } from './expect-equal.ts';

/** One step of a script. */
export type ScriptStep =
  /** Waits for the next message and compares it as a whole, or passes it to a function that may throw. */
  | { readonly expect: unknown }
  /** Sends a message, or what a function returns for the messages received so far. */
  | { readonly send: unknown }
  /** Sends a frame unchanged, JSON or not. */
  | { readonly sendText: string }
  /** Waits for the end of the stream, which must come before any further message. */
  | { readonly expectEnd: true }
  /** Closes the transport. */
  | { readonly close: true };

/** A peer that follows a script over any transport and answers nothing by itself. */
export class ScriptedPeer {
  readonly #transport: Transport;
  readonly #batches: AsyncIterator<readonly Received[]>;
  #frames: Received[] = [];

  /** Every message received so far. */
  readonly received: unknown[] = [];

  constructor(transport: Transport) {
    this.#transport = transport;
    this.#batches = transport.frames[Symbol.asyncIterator]();
  }

  /** Runs the steps in order; rejects at the first one that fails. */
  async play(steps: readonly ScriptStep[]): Promise<void> {
    for (const [index, step] of steps.entries()) {
      try {
        await this.#playStep(step);
      } catch (cause) {
        throw new Error(`step ${index} of the script: ${cause instanceof Error ? cause.message : cause}`, { cause });
      }
    }
  }

  /** Returns the next message; rejects if the stream ends first. */
  async next(): Promise<unknown> {
    const frame = await this.#nextFrame();
    if (frame === undefined) throw new Error('the stream ended where a message was expected');
    const message: unknown = typeof frame === 'string' ? JSON.parse(frame) : frame;
    this.received.push(message);
    return message;
  }

  /** Waits for the next message and compares it as a whole. */
  async expect(expected: unknown): Promise<void> {
    const message = await this.next();
    if (typeof expected === 'function') expected(message);
    else expectEqual(message, expected);
  }

  /** Sends a message and waits until the transport has room. */
  async send(message: unknown): Promise<void> {
    await this.#transport.send(JSON.stringify(message));
  }

  /** Sends a frame unchanged and waits until the transport has room. */
  async sendText(frame: string): Promise<void> {
    await this.#transport.send(frame);
  }

  /** Waits for the end of the stream. */
  async expectEnd(): Promise<void> {
    const frame = await this.#nextFrame();
    if (frame !== undefined) throw new Error(`expected the end of the stream, found ${JSON.stringify(frame)}`);
  }

  /** Closes the transport. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  async #playStep(step: ScriptStep): Promise<void> {
    if ('expect' in step) return this.expect(step.expect);
    if ('send' in step) return this.send(typeof step.send === 'function' ? step.send(this.received) : step.send);
    if ('sendText' in step) return this.sendText(step.sendText);
    if ('expectEnd' in step) return this.expectEnd();
    return this.close();
  }

  async #nextFrame(): Promise<Received | undefined> {
    while (this.#frames.length === 0) {
      const step = await this.#batches.next();
      if (step.done) return undefined;
      this.#frames = [...step.value];
    }
    return this.#frames.shift();
  }
}
