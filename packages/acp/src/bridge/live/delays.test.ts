import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kindOf } from '../../jsonrpc/message.ts';
import { text } from '../test-support/talk.ts';
import { translator } from '../translator.ts';
import { delays } from './delays.ts';
import { translating } from './route.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('[BR151] a delayed step is run by a timer, and not after the end', () => {
  const ran: string[] = [];
  const { delay, cancelAll } = delays();
  delay(10, () => ran.push('a'));
  delay(20, () => ran.push('b'));
  vi.advanceTimersByTime(10);
  cancelAll();
  vi.advanceTimersByTime(100);
  expect(ran).toEqual(['a']);
});

test('[BR151] [N110] a prompt for a silent June agent is accepted when the grace time is over', () => {
  const sent: unknown[] = [];
  const prompt = { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [text('a')] } };
  const other = { ...prompt, id: 2, params: { ...prompt.params, sessionId: 'other' } };
  const wires = { toClient: (message: unknown) => sent.push(message), toAgent() {} };
  const route = translating(translator({ client: 'november', agent: 'june', graceTime: 50 }), undefined, wires, {});
  route.take('client', { kind: kindOf(prompt), frame: JSON.stringify(prompt), value: prompt });
  vi.advanceTimersByTime(49);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toMatchObject([
    { method: 'session/update' },
    { id: 1, result: { messageId: 'emend-p1' } },
    { method: 'session/update' },
  ]);
  route.take('client', { kind: kindOf(prompt), frame: JSON.stringify(prompt), value: other });
  route.end();
  vi.advanceTimersByTime(1000);
  expect(sent).toHaveLength(3);
});
