import type { Answer } from '../../answer.ts';
import type { TakeNote } from '../../ledger.ts';
import type { ErrorBody } from '../../pairing.ts';
import type { ToldState } from './turns.ts';

/** The error for a turn that failed without a word. */
const failure = { code: -32603, message: 'The agent reported a failure without details' };

/** The answer to a prompt whose session was closed before its turn had ended. */
const cancelled: Answer = { result: { stopReason: 'cancelled' } };

/** Returns the answer to the prompt of a June client, made from the idle update that ended its turn; without one the turn was cut off. */
export function answerFromIdle(idle: ToldState | undefined, note: TakeNote): Answer {
  if (idle === undefined) {
    note({
      kind: 'repair',
      rule: 'stop-reason',
      path: 'stopReason',
      lost: 'no reason',
      done: 'answered with cancelled',
    });
    return cancelled;
  }
  const { sessionUpdate: _, state: __, background: ___, stopReason, error, ...rest } = idle;
  if (stopReason === 'error') {
    for (const key of Object.keys(rest)) {
      note({ kind: 'loss', rule: 'state', path: key, lost: rest[key], done: 'left out of the error' });
    }
    return { error: (error as ErrorBody | null | undefined) ?? failure };
  }
  if (typeof stopReason === 'string') return { result: { stopReason, ...rest } };
  note({ kind: 'repair', rule: 'stop-reason', path: 'stopReason', lost: 'no reason', done: 'answered with end_turn' });
  return { result: { stopReason: 'end_turn', ...rest } };
}
