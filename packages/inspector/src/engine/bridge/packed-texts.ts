import { GrowingNumbers } from '../growing-numbers.ts';

/** The size of a page before it is compressed, in characters. */
const pageLength = 256 * 1024;
/** How many pages are kept as they are after they were read. */
const mostUnpacked = 4;
const separator = '\n';

/**
 * A list of texts without line feeds that only grows. All but its end is kept compressed, in pages that are unpacked when they are
 * read, so that a long recording costs a tenth of its size.
 */
export class PackedTexts {
  readonly #pages: Promise<Uint8Array>[] = [];
  /** The index of the first text of each page. */
  readonly #firsts = new GrowingNumbers(Uint32Array);
  readonly #unpacked = new Map<number, Promise<readonly string[]>>();
  #open: string[] = [];
  #openLength = 0;
  length = 0;

  push(text: string): void {
    this.#open.push(text);
    this.#openLength += text.length;
    this.length += 1;
    if (this.#openLength < pageLength) return;
    this.#firsts.push(this.length - this.#open.length);
    this.#pages.push(packed(this.#open.join(separator)));
    this.#open = [];
    this.#openLength = 0;
  }

  /** Resolves once nothing waits to be compressed. */
  async settled(): Promise<void> {
    await this.#pages.at(-1);
  }

  async at(index: number): Promise<string | undefined> {
    const start = this.length - this.#open.length;
    if (index >= start) return this.#open[index - start];
    const page = this.#firsts.countUpTo(index) - 1;
    const texts = await this.#textsOf(page);
    return texts[index - this.#firsts.at(page)];
  }

  #textsOf(page: number): Promise<readonly string[]> {
    const known = this.#unpacked.get(page);
    if (known !== undefined) return known;
    const bytes = this.#pages[page];
    if (bytes === undefined) return Promise.resolve([]);
    const texts = bytes.then(unpacked).then((text) => text.split(separator));
    this.#unpacked.set(page, texts);
    const [oldest] = this.#unpacked.keys();
    if (oldest !== undefined && this.#unpacked.size > mostUnpacked) this.#unpacked.delete(oldest);
    return texts;
  }
}

async function packed(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function unpacked(bytes: Uint8Array): Promise<string> {
  const copy = new Uint8Array(bytes);
  const stream = new Blob([copy]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}
