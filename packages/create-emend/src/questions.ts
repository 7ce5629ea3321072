import { createInterface } from 'node:readline/promises';
import { Refusal } from './refusal.ts';

/** Where questions are asked: a terminal, or streams in a test. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** A question, and what is wrong with an answer: undefined if nothing is. */
interface Question {
  readonly text: string;
  readonly fallback: string;
  problem(answer: string): string | undefined;
}

/** Asks one question after another. */
export interface Questions {
  /** Asks until the answer is a good one; an empty answer means the fallback. Throws a refusal at the end of the input. */
  ask(question: Question): Promise<string>;
  close(): void;
}

/** Opens a terminal for questions. */
export function openQuestions({ input, output }: Terminal): Questions {
  const lines = createInterface({ input, output });
  const ended = new AbortController();
  // Without this, Ctrl-D and Ctrl-C would leave a question that is never answered.
  lines.once('close', () => ended.abort());
  const answerTo = async (text: string): Promise<string> => {
    try {
      return (await lines.question(text, { signal: ended.signal })).trim();
    } catch {
      throw new Refusal('Nothing was made.');
    }
  };
  return {
    async ask({ text, fallback, problem }) {
      for (;;) {
        const answer = (await answerTo(`${text} (${fallback}) `)) || fallback;
        const wrong = problem(answer);
        if (wrong === undefined) return answer;
        output.write(`${wrong}\n`);
      }
    },
    close: () => lines.close(),
  };
}
