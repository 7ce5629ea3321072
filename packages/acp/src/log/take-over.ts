import { LogError } from './log-error.ts';
import type { SessionLog } from './session-log.ts';

/** Tries in a row that another writer may win; each costs that writer nothing and us no write. */
const mostTries = 10_000;

/** Who takes a session over, and when. */
interface TakeOver {
  readonly sessionId: string;
  readonly additionalDirectories: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Writes down that a session is opened, wherever it ends by then; gives the position after that.
 *
 * From there on whoever wrote to it before meets a conflict, so that what is read afterwards stays as it was read (LG20).
 */
export async function takeOver(log: SessionLog, { sessionId, additionalDirectories, at }: TakeOver): Promise<number> {
  let expected = (await log.find(sessionId))?.position ?? 0;
  for (let tries = 1; ; tries++) {
    try {
      return await log.append(sessionId, [{ type: 'opened', additionalDirectories }], { expected, at });
    } catch (error) {
      const end = error instanceof LogError && error.failure === 'conflict' ? error.position : undefined;
      if (end === undefined || tries === mostTries) throw error;
      expected = end;
    }
  }
}
