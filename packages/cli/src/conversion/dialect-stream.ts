import type { Dialect } from '@emend/acp/protocol';
import { type DialectLines, type InputLine, LineHold } from '@emend/acp/recording';

/** Holds back the first lines of a stream until they leave no doubt of its dialect, unless it is given. */
export async function* withDialect(
  batches: AsyncIterable<InputLine[]>,
  given: Dialect | undefined,
): AsyncGenerator<DialectLines> {
  const hold = new LineHold(given);
  for await (const batch of batches) {
    const ready = hold.take(batch);
    if (ready !== undefined) yield ready;
  }
  const last = hold.end();
  if (last !== undefined) yield last;
}
