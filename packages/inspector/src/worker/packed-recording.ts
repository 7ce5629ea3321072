import { decodeBase64 } from '@emend/acp/protocol';

/** Reads the bytes of a recording from its parts: gzip, written in base64. */
export class PackedRecording {
  readonly #unpacking = new DecompressionStream('gzip');
  readonly #writer = this.#unpacking.writable.getWriter();
  readonly #bytes = new Response(this.#unpacking.readable).arrayBuffer();

  constructor() {
    // Whoever waits for the bytes gets the fault.
    this.#bytes.catch(() => {});
  }

  /** Adds the next part; what is damaged is found at the end. */
  push(part: string): void {
    const bytes = decodeBase64(part) ?? new Uint8Array();
    this.#writer.write(new Uint8Array(bytes)).catch(() => {});
  }

  /** Returns all bytes once all parts are there; rejects if they are damaged. */
  async end(): Promise<Uint8Array> {
    this.#writer.close().catch(() => {});
    return new Uint8Array(await this.#bytes);
  }
}
