import { Arrivals } from '../../transport/arrivals.ts';
import type { Received, Transport } from '../../transport/transport.ts';

/** A connection that checks use one after the other: what arrives goes to the check that has it now, and to nobody in between. */
export class LentTransport {
  readonly #transport: Transport;
  #reader: Arrivals<readonly Received[]> | undefined;
  #isOver = false;

  constructor(transport: Transport) {
    this.#transport = transport;
    void this.#pass();
  }

  /** Whether the peer has ended the connection. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Lends the connection. Closing what is returned closes the connection for all. */
  lend(): Transport {
    this.takeBack();
    const reader = new Arrivals<readonly Received[]>();
    if (this.#isOver) reader.end();
    this.#reader = reader;
    const { writeBytes } = this.#transport;
    return {
      frames: reader,
      // What a check that is over still wanted to say is no business of the next one.
      send: (frame) => (this.#reader === reader ? this.#transport.send(frame) : undefined),
      close: () => this.close(),
      ...(writeBytes !== undefined && {
        writeBytes: (bytes: Uint8Array) => {
          if (this.#reader === reader) writeBytes(bytes);
        },
      }),
    };
  }

  /** Takes the connection back: for the one who had it, it has ended. */
  takeBack(): void {
    this.#reader?.end();
    this.#reader = undefined;
  }

  /** Closes the connection. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  async #pass(): Promise<void> {
    try {
      for await (const batch of this.#transport.frames) this.#reader?.add(batch);
    } catch {
      // Whoever reads is told by the end.
    }
    this.#isOver = true;
    this.#reader?.end();
  }
}
