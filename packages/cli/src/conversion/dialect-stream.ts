import { type Dialect, dialectOfMessage } from '@emend/acp/protocol';
import type { InputLine } from '../input/input-line.ts';

/** How many lines are read before a stream without any sign of its dialect counts as June. */
const mostUndecided = 10_000;

/** A batch of lines, and the dialect of the stream they belong to. */
interface DialectLines {
  readonly dialect: Dialect;
  readonly lines: readonly InputLine[];
}

/** Holds back the first lines of a stream until one of them shows its dialect, unless it is given. */
export async function* withDialect(
  batches: AsyncIterable<InputLine[]>,
  given: Dialect | undefined,
): AsyncGenerator<DialectLines> {
  let dialect = given;
  let held: InputLine[] = [];
  for await (const batch of batches) {
    if (dialect === undefined) {
      for (const line of batch) {
        held.push(line);
        if (line.kind === 'message') dialect ??= dialectOfMessage(line.message);
        if (held.length >= mostUndecided) dialect ??= 'june';
      }
      if (dialect === undefined) continue;
      yield { dialect, lines: held };
      held = [];
    } else yield { dialect, lines: batch };
  }
  if (dialect === undefined) yield { dialect: 'june', lines: held };
}
