import type { ClientSession } from '@emend/acp';
import { messageText } from '@emend/acp/view';
import { type TurnPlan, textsOf } from './plan.ts';
import type { Tally } from './tally.ts';

/** What the run knows of a session, whichever process serves it: acknowledged turns must never be lost. */
export class RememberedSession {
  readonly id: string;
  /** What the agent had said when each turn was acknowledged, in order. */
  readonly #acknowledged: string[] = [];
  /** Turns that were cut off or refused: any prefix of their text may be there, or nothing. */
  readonly #uncertain: TurnPlan[] = [];
  turns = 0;

  constructor(id: string) {
    this.id = id;
  }

  acknowledge(said: readonly string[]): void {
    this.#acknowledged.push(...said);
  }

  doubt(plan: TurnPlan): void {
    this.#uncertain.push(plan);
  }

  /** Compares a session that was just loaded with what is known of it. */
  compare(session: ClientSession, tally: Tally): void {
    const said = agentTexts(session);
    let next = 0;
    const strangers = said.filter((text) => {
      if (text === this.#acknowledged[next]) {
        next += 1;
        return false;
      }
      return !this.#uncertain.some((plan) => isOf(plan, text));
    });
    const missing = this.#acknowledged.slice(next);
    tally.check('nothing acknowledged is lost', missing.length === 0, () => {
      return `session ${this.id} lacks ${missing.length} of ${this.#acknowledged.length} turns, first ${excerpt(missing[0] ?? '')}`;
    });
    tally.check('nothing is there that was not said', strangers.length === 0, () => {
      return `session ${this.id} has ${excerpt(strangers[0] ?? '')}`;
    });
  }
}

/** Returns whether a text is what a turn had said at some point. */
function isOf(plan: TurnPlan, text: string): boolean {
  const { first, last } = textsOf(plan);
  return first.startsWith(text) || last.startsWith(text);
}

/** What the agent says in a session, message by message. */
function agentTexts(session: ClientSession): string[] {
  const texts: string[] = [];
  for (const message of session.state.messages) if (message.kind === 'agent') texts.push(messageText(message));
  return texts.filter((text) => text !== '');
}

/** Enough of a text to recognise it by. */
export function excerpt(text: string): string {
  const short = text.replace(/·+/g, '·');
  return JSON.stringify(short.length <= 120 ? short : `${short.slice(0, 60)} ... ${short.slice(-50)}`);
}
