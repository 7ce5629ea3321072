/** A value, or a promise of it: some stores answer at once, others over a network. */
export type Answer<T> = T | Promise<T>;

/** Work on a store, written once for both kinds: a generator that yields each promise it has to wait for. */
export type Steps<T> = Generator<Promise<unknown>, T, unknown>;

/** Waits for an answer of a store: `const entries = yield* answered(rows.read(…))`. */
export function* answered<T>(answer: Answer<T>): Steps<T> {
  return answer instanceof Promise ? ((yield answer) as T) : answer;
}

/** Runs work on a store whose rows answer at once. */
export function runNow<T>(work: Steps<T>): T {
  const step = work.next();
  if (step.done === true) return step.value;
  throw new Error('Work on a store that answers at once got a promise.');
}

/** Runs work on a store whose rows answer with promises. */
export async function runAsync<T>(work: Steps<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    let answer: unknown;
    try {
      answer = await step.value;
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(answer);
  }
  return step.value;
}
