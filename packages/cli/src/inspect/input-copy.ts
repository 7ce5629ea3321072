import { closeSync, openSync, writeSync } from 'node:fs';
import { longestLine, type Redact, RedactedRecording } from '@emend/acp/recording';
import { ByteLineSplitter } from '../input/byte-line-splitter.ts';
import { openInput } from '../input/open.ts';

/** A copy that is being made. */
interface InputCopy {
  /** Resolves when everything is copied. */
  readonly copied: Promise<void>;
  /** Sets what is called after each write. */
  written(listener: () => void): void;
}

/** Copies a file or standard input to another file as it comes, without secrets if they are to be masked. */
export function copyInput(from: string, to: string, redact: Redact | undefined): InputCopy {
  const file = openSync(to, 'a', 0o600);
  let onWritten = (): void => {};
  async function copy(): Promise<void> {
    try {
      for await (const chunk of redact === undefined ? openInput(from) : maskedLines(openInput(from), redact)) {
        for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
        onWritten();
      }
    } finally {
      closeSync(file);
    }
  }
  return {
    copied: copy(),
    written(listener) {
      onWritten = listener;
    },
  };
}

/** Masks the lines of a recording, batch by batch. */
async function* maskedLines(input: AsyncIterable<Buffer>, redact: Redact): AsyncGenerator<Buffer> {
  const masked = new RedactedRecording(redact);
  const splitter = new ByteLineSplitter(longestLine, (beginning) => beginning);
  const take = (lines: readonly Buffer[]): string => lines.map((line) => masked.takeRecorded(line.toString())).join('');
  for await (const bytes of input) yield Buffer.from(take(splitter.push(bytes)));
  yield Buffer.from(take(splitter.end()) + masked.settle());
}
