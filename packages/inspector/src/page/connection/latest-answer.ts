import type { Inspector, InspectorCall, InspectorCalls } from '../../api/inspector.ts';

/** The last answer to a series of questions, which stays until the next one is there. */
export interface Answer<Call extends InspectorCall> {
  readonly value?: InspectorCalls[Call]['gives'];
  /** What was asked for `value`. */
  readonly question?: InspectorCalls[Call]['takes'];
  readonly isLoading: boolean;
  readonly failure?: string;
}

/** Asks one question at a time: while an answer is awaited, only the newest of the next questions is kept. */
export class LatestAnswer<Call extends InspectorCall> {
  #answer: Answer<Call> = { isLoading: true };
  #next: InspectorCalls[Call]['takes'] | undefined;
  #isAsking = false;
  #isDropped = false;
  readonly #listeners = new Set<() => void>();
  readonly #inspector: Inspector;
  readonly #call: Call;

  constructor(inspector: Inspector, call: Call) {
    this.#inspector = inspector;
    this.#call = call;
  }

  get = (): Answer<Call> => this.#answer;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks this next; undefined forgets the answer. */
  want(question: InspectorCalls[Call]['takes'] | undefined): void {
    this.#next = question;
    this.#isDropped = question === undefined;
    if (question === undefined) this.#become({ isLoading: false });
    else if (!this.#isAsking) this.#run(question);
  }

  #run(question: InspectorCalls[Call]['takes']): void {
    this.#isAsking = true;
    this.#next = undefined;
    if (!this.#answer.isLoading) this.#become({ ...this.#answer, isLoading: true });
    this.#inspector.ask(this.#call, question).then(
      (value) => this.#done({ value, question, isLoading: false }),
      (error: unknown) => {
        const { failure: _, ...kept } = this.#answer;
        this.#done({ ...kept, isLoading: false, failure: error instanceof Error ? error.message : String(error) });
      },
    );
  }

  #done(answer: Answer<Call>): void {
    this.#isAsking = false;
    if (this.#isDropped) return;
    const next = this.#next;
    this.#become(next === undefined ? answer : { ...answer, isLoading: true });
    if (next !== undefined) this.#run(next);
  }

  #become(answer: Answer<Call>): void {
    this.#answer = answer;
    for (const listener of this.#listeners) listener();
  }
}
