import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { mask, type Redact } from '@emend/acp/recording';
import { maskedText } from '../engine/download/downloads.ts';
import { base64Parts } from './base64-parts.ts';
import { type PageHead, pageEnd, pageStart, recordingPart } from './page-text.ts';
import { readParts } from './read-parts.ts';

/** The largest recording that a page takes unless the options say otherwise, in bytes. */
const largestExport = 512 * 1024 * 1024;

/** Thrown for a recording that is too large for a page. */
export class ExportTooLarge extends Error {}

/** Options of {@link exportPage}. */
export interface ExportOptions {
  /** The name of the recording, which the page shows. */
  readonly name: string;
  /** Masks secrets; without it, the page has the recording as it is. */
  readonly redact?: Redact;
  /** The largest recording that is taken, in bytes. Default: 512 MB, more than browsers read easily. */
  readonly largest?: number;
}

/** A page with its recording, in parts of text, and what was done on the way. */
export interface ExportedPage {
  readonly parts: AsyncIterable<string>;
  /** How many values have been masked so far. */
  readonly masked: () => number;
}

/** Returns one file with the page, its engine and a recording, which opens from disk without a server. */
export async function exportPage(recording: AsyncIterable<Uint8Array>, options: ExportOptions): Promise<ExportedPage> {
  const parts = await readParts();
  const head: PageHead = { name: options.name, isMasked: options.redact !== undefined };
  const { redact, largest = largestExport } = options;
  const counts = { before: 0, after: 0 };

  async function* texts(): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    for await (const chunk of limited(recording, largest))
      yield counted(decoder.decode(chunk, { stream: true }), 'before');
    yield counted(decoder.decode(), 'before');
  }

  function counted(text: string, at: 'before' | 'after'): string {
    counts[at] += text.split(mask).length - 1;
    return text;
  }

  async function* masked(by: Redact): AsyncGenerator<Uint8Array> {
    for await (const text of maskedText(texts(), by)) yield Buffer.from(counted(text, 'after'));
  }

  async function* written(): AsyncGenerator<string> {
    yield pageStart(parts, head);
    const bytes = redact === undefined ? limited(recording, largest) : masked(redact);
    const source = Readable.from(bytes);
    const packed = createGzip();
    source.on('error', (error) => packed.destroy(error));
    for await (const part of base64Parts(source.pipe(packed))) yield recordingPart(part);
    yield pageEnd(parts);
  }

  return { parts: written(), masked: () => counts.after - counts.before };
}

async function* limited(recording: AsyncIterable<Uint8Array>, largest: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of recording) {
    length += chunk.length;
    if (length > largest) {
      const most = `${Math.round(largest / 1024 / 1024).toLocaleString('en-US')} MB`;
      throw new ExportTooLarge(`The recording has more than ${most}, which is too much for one page.`);
    }
    yield chunk;
  }
}
