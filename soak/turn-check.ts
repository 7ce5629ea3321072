import { type ClientSession, ConnectionError, RpcError } from '@emend/acp';
import type { TurnPlan } from './plan.ts';
import { excerpt, type RememberedSession } from './remembered-session.ts';
import type { Line } from './running-agent.ts';
import type { Tally } from './tally.ts';
import { TurnText } from './turn-text.ts';
import { within } from './waiting.ts';

/** What may happen to a turn, which decides how it may end. */
interface Tolerance {
  /** How the agent is reached. */
  readonly line: Line;
  /** Whether the agent may die or the connection may be cut. */
  readonly mayBreak: boolean;
  /** Whether the agent may refuse because it cannot store; asked when it has refused. */
  mayRefuse(): boolean;
  /** How the client reads, if not at once. */
  readonly reading: 'slow' | 'stalled' | undefined;
  /** The context that a person needs to understand a violation. */
  readonly circumstances: string;
}

/** After how long a turn counts as hanging, in milliseconds. */
export const turnPatience = 180_000;

/** Runs one turn and checks its invariants after every update and at its end. */
export async function runTurn(
  session: ClientSession,
  remembered: RememberedSession,
  plan: TurnPlan,
  tally: Tally,
  tolerance: Tolerance,
): Promise<void> {
  const said = new TurnText(session, plan, tolerance.line);
  const about = `turn ${plan.turn} (${tolerance.circumstances}, ${JSON.stringify(plan)})`;
  const unsubscribe = session.subscribe(() => {
    const wrong = said.next();
    tally.check('order is kept', wrong === undefined, () => `${about} ${wrong}`);
    // Reported once: everything after it would be wrong as well.
    if (wrong !== undefined) unsubscribe();
  });
  const cancelling = plan.waits ? untilWhole(session, said).then(() => session.cancel()) : undefined;
  const begun = performance.now();
  try {
    const outcome = await within(turnPatience, session.prompt(JSON.stringify(plan)));
    tally.check('nothing hangs', outcome !== undefined, () => `${about} has no end after ${turnPatience / 1000} s`);
    if (outcome === undefined) return remembered.doubt(plan);
    // In November whatever ends a cancelled turn is a cancel, also an error of the store: such a turn may be stored or not.
    if (outcome.stopReason === 'cancelled' && tolerance.mayRefuse()) remembered.doubt(plan);
    else remembered.acknowledge(said.said.slice(-1));
    const expected = plan.waits ? 'cancelled' : 'end_turn';
    tally.check('a turn ends as it should', outcome.stopReason === expected, () => {
      return `${about} ended with ${outcome.stopReason}, not ${expected}`;
    });
    tally.check('what was said arrives whole', said.isWhole, () => {
      return `${about} says ${said.said.map(excerpt).join(' and ')} at its end`;
    });
  } catch (error) {
    remembered.doubt(plan);
    const isAllowed =
      (error instanceof ConnectionError && tolerance.mayBreak) || (error instanceof RpcError && tolerance.mayRefuse());
    tally.check('a turn fails only for a reason', isAllowed, () => `${about}: ${String(error)}`);
  } finally {
    tally.time(
      tolerance.reading === undefined ? 'a turn' : `a turn of a client that is ${tolerance.reading}`,
      performance.now() - begun,
    );
    unsubscribe();
    void cancelling;
  }
  checkTurns(session, tally);
}

/** Checks that each turn of this client has ended exactly once, with a stop reason or an error; November calls the latter `error`. */
function checkTurns(session: ClientSession, tally: Tally): void {
  const wrong = session.state.turns
    .toArray()
    .filter(
      ({ status, stopReason, error }) =>
        status !== 'ended' || (stopReason === undefined || stopReason === 'error') !== (error !== undefined),
    );
  tally.check('one stop reason a turn', wrong.length === 0, () => JSON.stringify(wrong[0]).slice(0, 300));
}

function untilWhole(session: ClientSession, said: TurnText): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = session.subscribe(() => {
      if (!said.isWhole) return;
      unsubscribe();
      resolve();
    });
  });
}
