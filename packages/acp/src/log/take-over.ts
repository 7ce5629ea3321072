import { present } from '../protocol/reading/optional.ts';
import type { LogEvent } from './event.ts';
import { LogError } from './log-error.ts';
import type { SessionLog } from './session-log.ts';

/** How many attempts in a row may meet a conflict. A refused append writes nothing, so that many are cheap. */
const mostTries = 10_000;

/** Which session is taken over, and when. */
interface TakeOver {
  readonly sessionId: string;
  readonly additionalDirectories: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Appends to a session that it was opened, wherever it ends by then; resolves to the position after that.
 *
 * Where nodes share the log, it is refused as `not_owner` while the node is alive that owns the session.
 *
 * Every later append of a former writer is then refused, so what is read afterwards does not change any more.
 */
export async function takeOver(log: SessionLog, { sessionId, additionalDirectories, at }: TakeOver): Promise<number> {
  const epoch = (await log.ownership?.take(sessionId))?.epoch;
  const opened: LogEvent = present({ type: 'opened', additionalDirectories, owner: log.ownership?.node, epoch });
  let expected = (await log.find(sessionId))?.position ?? 0;
  for (let tries = 1; ; tries++) {
    try {
      return await log.append(sessionId, [opened], { expected, at });
    } catch (error) {
      const end = error instanceof LogError && error.failure === 'conflict' ? error.position : undefined;
      if (end === undefined || tries === mostTries) throw error;
      expected = end;
    }
  }
}
