import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import type { Subject } from '../../session/subject.ts';
import type { Logged } from '../event.ts';

/** A permission request whose options the log still holds. */
export interface Question {
  readonly subject: Subject;
  isOpen: boolean;
  /** Whether something that the tool call contained was cleared or replaced since. */
  isOutdated: boolean;
}

/** Returns whether a permission request contains more than its tool call. */
export function saysMore({ options, _meta, title, description }: Logged<'permission_opened'>): boolean {
  return options.length > 0 || [_meta, title, description].some((value) => value !== undefined && value !== null);
}

/** The permission requests that wait for an answer. */
export class OpenQuestions {
  readonly #questions = new Map<RequestId, Question>();

  /** Opens a request; an open one with the same id is closed. */
  ask(requestId: RequestId, subject: Subject): Question {
    this.close(requestId);
    const question = { subject, isOpen: true, isOutdated: false };
    this.#questions.set(requestId, question);
    return question;
  }

  /** Returns a request that is open. */
  get(requestId: RequestId): Question | undefined {
    return this.#questions.get(requestId);
  }

  /** Closes a request and returns it, if it was open. */
  close(requestId: RequestId): Question | undefined {
    const question = this.#questions.get(requestId);
    this.#questions.delete(requestId);
    if (question !== undefined) question.isOpen = false;
    return question;
  }

  /** Closes all requests, as a cancel and the end of a turn do. */
  closeAll(): void {
    for (const requestId of this.#questions.keys()) this.close(requestId);
  }
}
