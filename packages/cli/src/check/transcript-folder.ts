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

  /** Writes what happened in a check: `prompt.one-answer.june.ndjson`, and `….2.ndjson` for a second connection. */
  write({ id, dialect }: CheckResult, transcript: Transcript): void {
    const told = transcript.filter((frames) => frames.length > 0);
    for (const [index, frames] of told.entries()) {
      const number = index === 0 ? '' : `.${index + 1}`;
      // A colon, as between the dialects of a bridge, cannot be in the name of a file everywhere.
      const path = join(this.#path, `${id}.${dialect.replace(':', '-')}${number}.ndjson`);
      const lines = frames.map(({ at, frame: { from, message, text } }) =>
        recordingLine(at, from, text === undefined ? JSON.stringify(message) : text),
      );
      try {
        writeFileSync(path, lines.join(''), { mode: 0o600 });
      } catch (error) {
        this.#failure ??= new Problem(failed(`${path} cannot be written`, error));
      }
    }
  }
}
