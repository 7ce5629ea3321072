/** A queue of text that is taken in slices; the cost does not depend on how much is queued. */
export class PendingText {
  #pieces: string[] = [];
  #first = 0;
  #at = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#length += text.length;
  }

  /** Removes and returns at most `most` characters from the start. */
  take(most: number): string {
    let taken = '';
    while (taken.length < most && this.#first < this.#pieces.length) {
      const piece = this.#pieces[this.#first] as string;
      const part = piece.slice(this.#at, this.#at + most - taken.length);
      taken += part;
      this.#at += part.length;
      if (this.#at < piece.length) break;
      // Frees the taken text at once, and shortens the list from time to time.
      this.#pieces[this.#first++] = '';
      this.#at = 0;
    }
    if (this.#first > 1_000 && this.#first * 2 > this.#pieces.length) {
      this.#pieces = this.#pieces.slice(this.#first);
      this.#first = 0;
    }
    this.#length -= taken.length;
    return taken;
  }
}
