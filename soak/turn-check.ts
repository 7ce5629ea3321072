import { type ClientSession, ConnectionError, RpcError } from '@emend/acp';
import { messageText } from '@emend/acp/view';
import { type TurnPlan, textsOf } from './plan.ts';
import { excerpt, type RememberedSession } from './remembered-session.ts';
import type { Tally } from './tally.ts';

/** How a turn may end besides by a stop reason. */
export interface Tolerance {
  /** The agent may die, or the line may be cut. */
  readonly mayBreak: boolean;
  /** The agent may refuse, since it cannot store. */
  readonly mayRefuse: boolean;
  /** What a person needs to know to understand a violation. */
  readonly circumstances: string;
}

const patience = 60_000;

/** The text of the message that a turn writes, as the client sees it now. */
function said(session: ClientSession, { turn }: TurnPlan): string {
  const { messages } = session.state;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages.at(index);
    if (message?.kind !== 'agent') continue;
    const text = messageText(message);
    return text.startsWith(`[${turn}.`) || text.startsWith(`[${turn} `) ? text : '';
  }
  return '';
}

/** Runs one turn and checks everything that must hold of it, all the time and at its end. */
export async function runTurn(
  session: ClientSession,
  remembered: RememberedSession,
  plan: TurnPlan,
  tally: Tally,
  tolerance: Tolerance,
): Promise<void> {
  const { first, last } = textsOf(plan);
  const about = `turn ${plan.turn} (${tolerance.circumstances}, ${JSON.stringify(plan)})`;
  const unsubscribe = session.subscribe(() => {
    const text = said(session, plan);
    const isKept = first.startsWith(text) || last.startsWith(text);
    tally.check('order is kept', isKept, () => `${about} says ${excerpt(text)}`);
    // Once is enough: everything that follows would be wrong as well.
    if (!isKept) unsubscribe();
  });
  const cancelling = plan.waits ? untilSaid(session, plan, last).then(() => session.cancel()) : undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patience);
  });
  try {
    const outcome = await Promise.race([session.prompt(JSON.stringify(plan)), late]);
    tally.check('nothing hangs', outcome !== 'late', () => `${about} has no end after ${patience / 1000} s`);
    if (outcome === 'late') return remembered.doubt(plan);
    const text = said(session, plan);
    remembered.acknowledge(text);
    const expected = plan.waits ? 'cancelled' : 'end_turn';
    tally.check('a turn ends as it should', outcome.stopReason === expected, () => {
      return `${about} ended with ${outcome.stopReason}, not ${expected}`;
    });
    tally.check('what was said arrives whole', text === last, () => `${about} says ${excerpt(text)} at its end`);
  } catch (error) {
    remembered.doubt(plan);
    const isAllowed =
      (error instanceof ConnectionError && tolerance.mayBreak) || (error instanceof RpcError && tolerance.mayRefuse);
    tally.check('a turn fails only for a reason', isAllowed, () => `${about}: ${String(error)}`);
  } finally {
    clearTimeout(timer);
    unsubscribe();
    void cancelling;
  }
  checkTurns(session, tally);
}

/** Each turn that was begun here has ended once: with a stop reason, or with an error. */
function checkTurns(session: ClientSession, tally: Tally): void {
  const wrong = session.state.turns
    .toArray()
    .filter(
      ({ status, stopReason, error }) => status !== 'ended' || (stopReason === undefined) === (error === undefined),
    );
  tally.check('one stop reason a turn', wrong.length === 0, () => JSON.stringify(wrong[0]).slice(0, 300));
}

function untilSaid(session: ClientSession, plan: TurnPlan, text: string): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = session.subscribe(() => {
      if (said(session, plan) !== text) return;
      unsubscribe();
      resolve();
    });
  });
}
