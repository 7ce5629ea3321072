import { type Dialect, StreamDialect } from '@emend/acp/protocol';
import type { InputLine } from '../input/input-line.ts';

/** How many lines are read before a stream counts as what it is likely to be. */
const mostUndecided = 10_000;

/** A batch of lines, and the dialect of the stream they belong to. */
interface DialectLines {
  readonly dialect: Dialect;
  readonly lines: readonly InputLine[];
}

/** Holds back the first lines of a stream until they leave no doubt of its dialect, unless it is given. */
export async function* withDialect(
  batches: AsyncIterable<InputLine[]>,
  given: Dialect | undefined,
): AsyncGenerator<DialectLines> {
  let dialect = given;
  const seen = new StreamDialect();
  let held: InputLine[] = [];
  for await (const batch of batches) {
    if (dialect === undefined) {
      for (const line of batch) {
        held.push(line);
        if (line.kind === 'message' && dialect === undefined) {
          seen.see(line.message);
          dialect = seen.certain;
        }
        if (held.length >= mostUndecided) dialect ??= seen.likely;
      }
      if (dialect === undefined) continue;
      yield { dialect, lines: held };
      held = [];
    } else yield { dialect, lines: batch };
  }
  if (dialect === undefined) yield { dialect: seen.likely, lines: held };
}
