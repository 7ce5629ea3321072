import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { foldedSession } from '../../session/folded.ts';
import { joinedText } from '../../session/plain-text.ts';
import { replayOf } from '../../session/replay.ts';
import { newSessionState, type SessionState } from '../../session/state.ts';
import { writtenContentOf } from '../../session/written-text.ts';
import type { LogEvent, Logged } from '../event.ts';
import { joinedReplay } from '../joined-replay.ts';
import { foldEntries } from '../restore.ts';
import { eventOfText } from './event-text.ts';

const pieces = ['a', '"', '\\', '\n', 'é', '\ud83d', '\ude00', '"},{"type":"text","text":"', '"}]', '"content":[', ''];
const words = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join(''));
const plain = words.map((text) => ({ type: 'text', text }));
const extra = fc.constantFrom({ annotations: { audience: ['user'] } }, { _meta: { a: 'b' } }, { later: 'x' });
const block = fc.oneof(
  { weight: 12, arbitrary: plain },
  { weight: 1, arbitrary: fc.tuple(plain, extra).map(([text, more]) => ({ ...text, ...more })) },
  { weight: 1, arbitrary: words.map((text) => ({ text, type: 'text' })) },
  { weight: 1, arbitrary: fc.constant({ type: 'image', data: '', mimeType: 'image/png' }) },
);
const content = fc.oneof(
  { weight: 8, arbitrary: fc.array(block, { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined, 0) },
);
const meta = fc.option(fc.record({ content: fc.array(plain, { maxLength: 3 }), words }, { requiredKeys: [] }), {
  nil: undefined,
  freq: 3,
});
const update = fc
  .record({
    sessionUpdate: fc.constantFrom('agent_message', 'agent_thought', 'user_message', 'tool_call_update', 'later'),
    messageId: fc.oneof(fc.constantFrom('m', 'n'), words),
    content,
    _meta: meta,
    isMetaFirst: fc.boolean(),
  })
  .map(({ isMetaFirst, _meta, ...fields }) => (isMetaFirst ? { _meta, ...fields } : { ...fields, _meta }));
const event = fc
  .record({ update, erased: fc.constantFrom(undefined, { at: 1, bytes: 2, entries: 3 }) })
  .map((fields) => ({ type: 'update', ...fields }) as unknown as LogEvent);

const foldOf = (events: readonly LogEvent[]): SessionState =>
  foldEntries(
    newSessionState(),
    events.map((each, position) => ({ event: each, position, at: 0 })),
  );

test('[LG29] an event is what JSON makes of its text, and its keys stand in their order', () => {
  fc.assert(
    fc.property(event, (given) => {
      const text = JSON.stringify(given);
      expect(JSON.stringify(eventOfText(text))).toBe(text);
      expect(eventOfText(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: counts({ short: 400, long: 20_000 }) },
  );
});

test('[LG29] a session is the same whether the blocks of its messages were read or not', () => {
  const messages = event.filter((each) =>
    ['m', 'n'].includes((each as { update: { messageId: string } }).update.messageId),
  );
  fc.assert(
    fc.property(fc.array(messages.filter(isMessage), { maxLength: 5 }), (given) => {
      const texts = given.map((each) => JSON.stringify(each));
      const plainly = foldOf(texts.map((text) => JSON.parse(text) as LogEvent));
      const read = foldOf(texts.map(eventOfText));
      const expected = replayOf(plainly).map(joinedMessage);
      expect(joinedReplay(read)).toEqual(expected);
      expect(foldedSession(read)).toEqual(foldedSession(plainly));
      expect(joinedReplay(read)).toEqual(expected);
    }),
    { numRuns: counts({ short: 150, long: 5_000 }) },
  );
});

test('[LG29] text that is cut anywhere is what JSON makes of it, or is refused as JSON refuses it', () => {
  const given = { type: 'update', update: message(['a\n', 'b"', '\ud83d', '\ude00 \\', 'c']) };
  const text = JSON.stringify(given);
  for (let at = 0; at <= text.length; at++) {
    for (const changed of [
      text.slice(0, at),
      `${text.slice(0, at)}${text.slice(at + 1)}`,
      `${text.slice(0, at)}\\${text.slice(at)}`,
    ]) {
      expect(outcome(() => eventOfText(changed))).toEqual(outcome(() => plainEvent(changed)));
    }
  }
});

test.each([
  ['\\u00', '41'],
  ['a\\', 'n'],
  ['\\', '\\'],
  ['a","text":"b', 'c'],
  ['a\tb', 'c'],
])('[LG29] two texts are not one that is whole only together: %s and %s', (first, second) => {
  const text = JSON.stringify({ type: 'update', update: message(['1', '2']) });
  const changed = text.replace('"1"', () => `"${first}"`).replace('"2"', () => `"${second}"`);
  expect(outcome(() => eventOfText(changed))).toEqual(outcome(() => plainEvent(changed)));
});

test('[LG29] the blocks of a streamed message are not read for its text', () => {
  const text = JSON.stringify({ type: 'update', update: message(['Hel', 'lo "you"']) });
  const read = eventOfText(text) as Logged<'update'>;
  const written = writtenContentOf(read.update);
  expect([written?.length, written?.text]).toEqual([2, 'Hello "you"']);
  const state = foldOf([read]);
  expect(joinedReplay(state)).toEqual([message(['Hello "you"'])]);
  expect(state.messages.at(0)?.content.source).toBe(written);
  expect(state.messages.at(0)?.content.toArray()).toEqual(message(['Hel', 'lo "you"']).content);
  expect(state.messages.at(0)?.content.source).toBe(undefined);
});

function message(texts: readonly string[]) {
  return {
    sessionUpdate: 'agent_message',
    messageId: 'm',
    content: texts.map((text) => ({ type: 'text' as const, text })),
  };
}

function isMessage(given: LogEvent): boolean {
  const { update: told } = given as unknown as { update: { sessionUpdate: string; content: unknown } };
  return ['agent_message', 'agent_thought', 'user_message'].includes(told.sessionUpdate) && told.content !== 0;
}

function joinedMessage<T extends object>(told: T): T {
  return 'content' in told ? { ...told, content: joinedText(told.content as []) } : told;
}

function plainEvent(text: string): unknown {
  const value = JSON.parse(text) as { type?: unknown };
  if (value.type !== 'update') throw new Error('not an event');
  return value;
}

function outcome(read: () => unknown): unknown {
  let value: unknown;
  try {
    value = read();
  } catch {
    return 'refused';
  }
  // Whatever was read can be looked at.
  return JSON.parse(JSON.stringify(value));
}
