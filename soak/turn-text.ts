import type { ClientSession } from '@emend/acp';
import { messageText } from '@emend/acp/view';
import { replacement, type TurnPlan, textsOf } from './plan.ts';
import { excerpt } from './remembered-session.ts';
import type { Line } from './running-agent.ts';

/** The progress of a turn: before or after its message was replaced, and how many chunks it has. */
interface Place {
  readonly stage: 0 | 1;
  readonly length: number;
}

/** Checks the text of one turn: it only grows, except for the one planned replacement. */
export class TurnText {
  readonly #session: ClientSession;
  readonly #plan: TurnPlan;
  /** Whether a message that is replaced stays, and another follows it: v1 cannot take back what was said. */
  readonly #isReissued: boolean;
  readonly #first: string;
  readonly #last: string;
  /** How many messages there were before: what comes after them belongs to this turn. */
  readonly #before: number;
  #place: Place = { stage: 0, length: 0 };

  constructor(session: ClientSession, plan: TurnPlan, { version }: Line) {
    this.#session = session;
    this.#plan = plan;
    this.#isReissued = version === 1 && plan.replaces;
    this.#before = session.state.messages.length;
    const { first, last } = textsOf(plan);
    this.#first = first;
    this.#last = last;
  }

  /** What the agent has said in this turn, message by message. */
  get said(): readonly string[] {
    const { messages } = this.#session.state;
    const texts: string[] = [];
    for (let index = this.#before; index < messages.length; index++) {
      const message = messages.at(index);
      if (message?.kind === 'agent') texts.push(messageText(message));
    }
    return texts.filter((text) => text !== '');
  }

  /** Whether the text is complete and has nothing else. */
  get isWhole(): boolean {
    const { said } = this;
    return said.at(-1) === this.#last && this.#isReplaced(said.slice(0, -1));
  }

  /** Whether these may stand before the last message: what a v1 client got of the one that was replaced. What still waited is erased. */
  #isReplaced(before: readonly string[]): boolean {
    const [text = '', ...others] = before;
    return before.length === 0 || (this.#isReissued && others.length === 0 && this.#first.startsWith(text));
  }

  /** Returns what is wrong with the current text, or undefined if it is as before or has more of the planned text. */
  next(): string | undefined {
    const { said } = this;
    const place = this.#placeOf(said);
    if (place === undefined) return `says ${said.map(excerpt).join(' and ')}`;
    const { stage, length } = this.#place;
    if (place.stage < stage || (place.stage === stage && place.length < length)) {
      return `goes back from ${length} characters to ${said.map(excerpt).join(' and ')}`;
    }
    this.#place = place;
    return undefined;
  }

  #placeOf(said: readonly string[]): Place | undefined {
    const text = said.at(-1) ?? '';
    const { length } = text;
    if (!this.#plan.replaces || !text.startsWith(replacement(this.#plan))) {
      return said.length <= 1 && this.#first.startsWith(text) ? { stage: 0, length } : undefined;
    }
    return this.#isReplaced(said.slice(0, -1)) && this.#last.startsWith(text) ? { stage: 1, length } : undefined;
  }
}
