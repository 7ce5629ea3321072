import { runApart } from './apart.ts';
import type { Outcome } from './harness.ts';
import type { News } from './news.ts';

/** The program that measures a part, and its arguments after the name of the bench and the number of the part. */
interface PartProgram {
  readonly file: string;
  readonly flags: readonly string[];
}

/** Callbacks for the progress of a bench. */
interface Audience {
  /** Called when the preparation or a measure starts. */
  begins(what: string): void;
  shows(outcome: Outcome): void;
  /** Called when a part or a measure fails; the others still run. */
  fails(sentence: string): void;
}

/** Runs the parts of a bench one after the other, each in its own process. */
export async function runParts(name: string, parts: number, program: PartProgram, audience: Audience): Promise<void> {
  for (let part = 0; part < parts; part++) {
    let current = '';
    const begin = (what: string) => {
      current = what;
      audience.begins(`${name}: ${what}`);
    };
    begin('getting ready');
    const why = await runApart<News>(program.file, [name, `${part}`, ...program.flags], (news) => {
      if (news.type === 'began') begin(news.measure);
      else if (news.type === 'measured') audience.shows(news.outcome);
      else audience.fails(`${name}: ${news.measure} failed: ${news.error}`);
    });
    if (why !== undefined) audience.fails(`${name}: ${current} failed: ${why}.`);
  }
}
