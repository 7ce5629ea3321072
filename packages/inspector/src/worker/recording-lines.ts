import { decodeBase64 } from '@emend/acp/protocol';

/** Reads the lines of a recording from its parts: gzip, written in base64. */
export class RecordingLines {
  readonly #unpacking = new DecompressionStream('gzip');
  readonly #writer = this.#unpacking.writable.getWriter();
  readonly #text = new Response(this.#unpacking.readable).text();

  constructor() {
    // Whoever waits for the lines gets the fault.
    this.#text.catch(() => {});
  }

  /** Adds the next part; what is damaged is found at the end. */
  push(part: string): void {
    const bytes = decodeBase64(part) ?? new Uint8Array();
    this.#writer.write(new Uint8Array(bytes)).catch(() => {});
  }

  /** Returns the lines once all parts are there; rejects if they are no recording. */
  async end(): Promise<string[]> {
    this.#writer.close().catch(() => {});
    const lines = (await this.#text).split('\n');
    if (lines.at(-1) === '') lines.pop();
    return lines;
  }
}
