/** Keeps the last part of a command's output, limited by its size in UTF-8; it never starts within a character. */
export class OutputTail {
  readonly #limit: number;
  #text = '';
  #size = 0;
  #isCut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds output. */
  add(text: string): void {
    this.#text += text;
    this.#size += Buffer.byteLength(text);
    // Cutting with each addition would copy everything again and again.
    if (this.#size > 2 * this.#limit) this.#cut();
  }

  /** The kept output, and whether there was more before it. */
  get kept(): { readonly output: string; readonly truncated: boolean } {
    if (this.#size > this.#limit) this.#cut();
    return { output: this.#text, truncated: this.#isCut };
  }

  #cut(): void {
    const bytes = Buffer.from(this.#text);
    let start = bytes.length - this.#limit;
    while (start < bytes.length && isInsideCharacter(bytes[start])) start += 1;
    this.#text = bytes.toString('utf8', start);
    this.#size = bytes.length - start;
    this.#isCut = true;
  }
}

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
