import { expect, test } from 'vitest';
import type { Inspector } from '../../api/inspector.ts';
import { LatestAnswer } from './latest-answer.ts';

/** Answers when told to. */
function slowInspector() {
  const asked: { question: unknown; answer(value: unknown): void; fail(error: Error): void }[] = [];
  const inspector = {
    ask: (_: string, question: unknown) =>
      new Promise((answer, fail) => {
        asked.push({ question, answer, fail });
      }),
    download: () => {
      throw new Error('not here');
    },
    listen: () => () => {},
  } as unknown as Inspector;
  return { asked, inspector };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('[IP50] one question at a time; of those that wait, the newest is asked', async () => {
  const { asked, inspector } = slowInspector();
  const latest = new LatestAnswer(inspector, 'place');
  const question = (frame: number) => ({ filter: '', open: [], frame });
  for (const frame of [1, 2, 3]) latest.want(question(frame));
  expect(asked.map(({ question }) => question)).toEqual([question(1)]);
  expect(latest.get()).toEqual({ isLoading: true });
  asked[0]?.answer({ row: 0, isShown: true });
  await settled();
  expect(asked.map(({ question }) => question)).toEqual([question(1), question(3)]);
  expect(latest.get()).toEqual({ value: { row: 0, isShown: true }, question: question(1), isLoading: true });
  asked[1]?.answer({ row: 2, isShown: true });
  await settled();
  expect(latest.get()).toEqual({ value: { row: 2, isShown: true }, question: question(3), isLoading: false });
});

test('[IP50] a failure is said beside the last answer, and the next answer ends it', async () => {
  const { asked, inspector } = slowInspector();
  const latest = new LatestAnswer(inspector, 'nextProblem');
  const question = { frame: 1, direction: 'next' } as const;
  latest.want(question);
  asked[0]?.answer({});
  await settled();
  latest.want(question);
  asked[1]?.fail(new Error('The connection was lost.'));
  await settled();
  expect(latest.get()).toEqual({ value: {}, question, isLoading: false, failure: 'The connection was lost.' });
  latest.want(question);
  asked[2]?.answer({});
  await settled();
  expect(latest.get()).toEqual({ value: {}, question, isLoading: false });
});

test('[IP50] a question that is dropped leaves no answer behind', async () => {
  const { asked, inspector } = slowInspector();
  const latest = new LatestAnswer(inspector, 'frame');
  latest.want({ frame: 1 });
  latest.want(undefined);
  asked[0]?.answer({ row: 'late' });
  await settled();
  expect(latest.get()).toEqual({ isLoading: false });
  latest.want({ frame: 2 });
  expect(asked.map(({ question }) => question)).toEqual([{ frame: 1 }, { frame: 2 }]);
});
