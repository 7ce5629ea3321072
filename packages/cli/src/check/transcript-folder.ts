import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordingLine } from '@emend/acp/recording';
import type { CheckResult, Transcript } from '@emend/acp/testing';
import { failed, Problem } from '../output/problem.ts';

/** Writes a recording of each connection of the checks that did not pass, which `emend inspect` and `emend fold` open. */
export class TranscriptFolder {
  readonly #path: string;
  #failure: Problem | undefined;

  /** Makes the folder, if it is missing. */
  constructor(path: string) {
    this.#path = path;
    try {
      mkdirSync(path, { recursive: true });
    } catch (error) {
      throw new Problem(failed(`The folder ${path} cannot be made`, error));
    }
  }

  /** Why recordings are missing, if they are. */
  get failure(): Problem | undefined {
    return this.#failure;
  }

  /** Writes what happened in a check: `prompt.one-answer.june.ndjson`, `….2.ndjson` for a second connection, and `….stderr.txt`. */
  write({ id, dialect, stderr = '' }: CheckResult, transcript: Transcript): void {
    // A colon, as between the dialects of a bridge, cannot be in the name of a file everywhere.
    const name = `${id}.${dialect.replace(':', '-')}`;
    const told = transcript.filter((frames) => frames.length > 0);
    for (const [index, frames] of told.entries()) {
      const lines = frames.map(({ at, frame: { from, message, text } }) =>
        recordingLine(at, from, text === undefined ? JSON.stringify(message) : text),
      );
      this.#write(`${name}${index === 0 ? '' : `.${index + 1}`}.ndjson`, lines.join(''));
    }
    if (stderr !== '') this.#write(`${name}.stderr.txt`, stderr);
  }

  #write(name: string, text: string): void {
    const path = join(this.#path, name);
    try {
      writeFileSync(path, text, { mode: 0o600 });
    } catch (error) {
      this.#failure ??= new Problem(failed(`${path} cannot be written`, error));
    }
  }
}
