import { closeSync, constants, openSync, statSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { longestLine, type Redact, RedactedRecording } from '@emend/acp/recording';
import { ByteLineSplitter } from '../input/byte-line-splitter.ts';
import { inputProblem, openInput } from '../input/open.ts';

/** A copy that is being made. */
interface InputCopy {
  /** Resolves when everything is copied. */
  readonly copied: Promise<void>;
  /** Sets what is called after each write. */
  written(listener: () => void): void;
  /** Reads no more. */
  stop(): void;
}

/** Copies a file or standard input to another file as it comes, without secrets if they are to be masked. */
export function copyInput(from: string, to: string, redact: Redact | undefined): InputCopy {
  const file = openSync(to, 'a', 0o600);
  const { bytes, stop } = from !== '-' && statSync(from).isFIFO() ? pipeInput(from) : plainInput(from);
  let onWritten = (): void => {};
  let isStopped = false;
  async function copy(): Promise<void> {
    try {
      for await (const chunk of redact === undefined ? bytes : maskedLines(bytes, redact)) {
        for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
        onWritten();
      }
    } catch (error) {
      if (!isStopped) throw error;
    } finally {
      closeSync(file);
    }
  }
  return {
    copied: copy(),
    written(listener) {
      onWritten = listener;
    },
    stop() {
      isStopped = true;
      stop();
    },
  };
}

/** Bytes that come, and how to stop them. */
interface StoppableInput {
  readonly bytes: AsyncIterable<Buffer>;
  stop(): void;
}

function plainInput(file: string): StoppableInput {
  return { bytes: openInput(file), stop: () => void (file === '-' && process.stdin.destroy()) };
}

/** Reads a named pipe without waiting for its writer: a process that waits for one cannot end. */
function pipeInput(file: string): StoppableInput {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const stream = new Socket({ fd, readable: true, writable: false });
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* stream;
    } catch (error) {
      throw inputProblem(file, error as NodeJS.ErrnoException);
    }
  }
  return { bytes: bytes(), stop: () => void stream.destroy() };
}

/** Masks the lines of a recording, batch by batch. */
async function* maskedLines(input: AsyncIterable<Buffer>, redact: Redact): AsyncGenerator<Buffer> {
  const masked = new RedactedRecording(redact);
  const splitter = new ByteLineSplitter(longestLine, (beginning) => beginning);
  const take = (lines: readonly Buffer[]): string => lines.map((line) => masked.takeRecorded(line.toString())).join('');
  for await (const bytes of input) yield Buffer.from(take(splitter.push(bytes)));
  yield Buffer.from(take(splitter.end()) + masked.settle());
}
