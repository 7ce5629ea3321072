import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import type { Logged } from '../event.ts';
import type { Subject } from '../subject.ts';

/** A question about a tool call whose options the log still holds. */
export interface Question {
  readonly subject: Subject;
  isOpen: boolean;
  /** Whether something that the tool call held was cleared or replaced since. */
  isOutdated: boolean;
}

/** Whether a question says anything besides the tool call that it is about. */
export function saysMore({ options, _meta }: Logged<'permission_opened'>): boolean {
  return options.length > 0 || (_meta !== undefined && _meta !== null);
}

/** The questions that wait for their answer. */
export class OpenQuestions {
  readonly #questions = new Map<RequestId, Question>();

  /** Asks; a question of the same id is over. */
  ask(requestId: RequestId, subject: Subject): Question {
    this.close(requestId);
    const question = { subject, isOpen: true, isOutdated: false };
    this.#questions.set(requestId, question);
    return question;
  }

  /** Closes a question and gives it, if there is one. */
  close(requestId: RequestId): Question | undefined {
    const question = this.#questions.get(requestId);
    this.#questions.delete(requestId);
    if (question !== undefined) question.isOpen = false;
    return question;
  }

  /** Closes all, as a cancel and the end of a turn do. */
  closeAll(): void {
    for (const requestId of this.#questions.keys()) this.close(requestId);
  }
}
