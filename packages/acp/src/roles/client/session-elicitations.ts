import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import { CreateElicitationResponse } from '../../protocol/november/generated/elicitation.ts';
import { formContent } from '../form-content.ts';
import type { ElicitationAnswer, FormElicitation, UrlElicitation } from './elicitation.ts';
import { WaitingQuestions } from './waiting-questions.ts';

/** A request of an agent for information from the user that nobody has answered yet. */
export interface AskedElicitation {
  /** The id by which it is answered; `session.state.elicitations` lists it under the same id. */
  readonly requestId: RequestId;
  /** The form to show, or the page to open. */
  readonly request: FormElicitation | UrlElicitation;
}

/**
 * The requests for information of a session that wait for an answer. Whoever answers first decides: `answer`, a handler of the option
 * `elicitation`, a cancelled turn, or the agent, which may withdraw its request.
 */
export interface SessionElicitations {
  /** The requests, oldest first; the same list until it changes. */
  readonly open: readonly AskedElicitation[];
  /** Calls the listener after each change of `open`, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Answers a request: `accept` with the content of the form, `decline`, or `cancel`. Returns false if it is not open any more, so that the
   * answer has no effect. Throws a `TypeError`, and leaves it open, if a required value is missing or one has the wrong type.
   */
  answer(requestId: RequestId, answer: ElicitationAnswer): boolean;
}

/** Holds the requests for information of a session while they are open. */
export class ElicitationDesk implements SessionElicitations {
  readonly #questions: WaitingQuestions<AskedElicitation, ElicitationAnswer>;
  readonly subscribe: SessionElicitations['subscribe'];

  /** `notify` calls a listener, and reports what it throws. */
  constructor(notify: (listener: () => void) => void) {
    this.#questions = new WaitingQuestions(notify);
    this.subscribe = this.#questions.subscribe;
  }

  get open(): readonly AskedElicitation[] {
    return this.#questions.open;
  }

  answer(requestId: RequestId, answer: ElicitationAnswer): boolean {
    return this.#questions.settle(requestId, ({ request }) => checked(answer, request));
  }

  /** Opens a request, and resolves with the first answer that it gets. It is closed when the signal aborts. */
  decide(
    asked: AskedElicitation,
    ask: () => Promise<ElicitationAnswer>,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> {
    return this.#questions.decide(asked, ask, signal);
  }
}

function checked(answer: ElicitationAnswer, request: AskedElicitation['request']): ElicitationAnswer {
  const isKnown = ['accept', 'decline', 'cancel'].includes(answer.action);
  if (!isKnown || !CreateElicitationResponse.is(answer))
    throw new TypeError('answer() got no answer: its action is accept, decline or cancel.');
  if (answer.action !== 'accept' || request.mode !== 'form') return answer;
  const read = formContent(answer, request.requestedSchema);
  if ('problem' in read) throw new TypeError(`answer() got an incomplete form: ${read.problem}`);
  return answer;
}
