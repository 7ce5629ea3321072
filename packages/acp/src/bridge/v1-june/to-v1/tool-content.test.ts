import { expect, test } from 'vitest';
import { object } from '../../test-support/json.ts';
import { talk, text, updatesOf } from '../../test-support/talk.ts';

const item = (value: string) => ({ type: 'content', content: text(value) });

/** How much is sent for a tool that streams lines, in sizes of its content, and how much of it was shown at each line. */
function streamed(lines: number) {
  const { update, end } = talk({ client: 'v1', agent: 'june' });
  update('tool_call_update', { toolCallId: 'c', title: 'T' });
  let sent = 0;
  let shown = 0;
  let whole = 1;
  const lags: { readonly whole: number; readonly lag: number }[] = [];
  const count = (messages: readonly unknown[]) => {
    for (const message of messages) {
      shown = JSON.stringify(object(message)['content']).length;
      sent += JSON.stringify(message).length;
    }
  };
  for (let line = 0; line < lines; line++) {
    const content = item(`line ${line} of the output`);
    whole += JSON.stringify(content).length + 1;
    count(update('tool_call_content_chunk', { toolCallId: 'c', content }));
    lags.push({ whole, lag: whole / shown });
  }
  count(updatesOf(end().client));
  return { ratio: sent / whole, isComplete: shown === whole, lags };
}

test('[BR43] a tool that streams 35,000 lines costs at most 1.6 times its content', () => {
  const { ratio, isComplete } = streamed(35_000);
  expect([ratio < 1.6, isComplete]).toEqual([true, true]);
});

test('[BR43] however many lines a tool streams, it costs at most 2.4 times its content, and 1.6 times on average', () => {
  const lengths = Array.from({ length: 12 }, (_, index) => Math.round(1_000 * 8 ** (index / 12)));
  const all = lengths.map(streamed);
  expect(all.every(({ ratio, isComplete }) => ratio < 2.4 && isComplete)).toBe(true);
  expect(all.reduce((sum, { ratio }) => sum + ratio, 0) / all.length).toBeLessThan(1.6);
});

test('[BR43] half of what a tool has streamed is shown, and of a long output an eighth, also without any flush', () => {
  const { lags } = streamed(5_000);
  // Lines get longer and sizes are estimated, by a tenth at most.
  const late = lags.filter(({ whole, lag }) => lag > (whole < 15_000 ? 2.2 : 8.8));
  expect(late).toEqual([]);
  expect(lags[0]?.lag).toBe(1);
});
