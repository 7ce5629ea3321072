import { expect, test } from 'vitest';
import { foldedSession } from '../session/folded.ts';
import { chunk, message, prompt, session, toolCall, turnEnd } from '../testing/log-sessions.ts';
import type { LogEvent } from './event.ts';
import { joinedReplay } from './joined-replay.ts';
import { MemoryLog } from './memory-log.ts';
import { restoreSession } from './restore.ts';
import { SessionWriter } from './session-writer.ts';
import { eventOfText } from './store/event-text.ts';

async function logOf(events: readonly LogEvent[]): Promise<MemoryLog> {
  const log = new MemoryLog();
  await log.create(session('s'));
  await log.append('s', events, { expected: 0, at: 1 });
  return log;
}

test('[LG16] a turn that was cut off is ended, and its open tool calls have failed', async () => {
  const before = [prompt('a'), toolCall('left open', { status: 'in_progress' }), turnEnd];
  const cut = [
    prompt('b'),
    toolCall('done', { status: 'completed' }),
    toolCall('open', { title: 't' }),
    chunk('m', 'x'),
  ];
  const log = await logOf([...before, ...cut]);
  const { state, position, repairs } = await restoreSession(log, 's');
  const error = 'The agent ended before the turn did.';
  expect(repairs).toEqual([toolCall('open', { status: 'failed' }), { type: 'turn_ended', error }]);
  expect(position).toBe(7);
  const folded = foldedSession(state);
  expect(folded.toolCalls.map(({ toolCallId, status }) => [toolCallId, status])).toEqual([
    ['left open', 'in_progress'],
    ['done', 'completed'],
    ['open', 'failed'],
  ]);
  expect(folded.turns?.map(({ status, error: told }) => [status, told])).toEqual([
    ['ended', undefined],
    ['ended', error],
  ]);
  await log.append('s', repairs, { expected: position, at: 2 });
  expect((await restoreSession(log, 's')).repairs).toEqual([]);
});

test('[LG16] a tool call that a cancelled turn left open has failed', async () => {
  const log = await logOf([
    prompt('a'),
    toolCall('asked', { status: 'pending' }),
    toolCall('done', { status: 'completed' }),
    { type: 'cancel_sent' },
    { type: 'turn_ended', stopReason: 'cancelled' },
  ]);
  const { state, position, repairs } = await restoreSession(log, 's');
  expect(repairs).toEqual([toolCall('asked', { status: 'failed' })]);
  const replayed = joinedReplay(state).filter(({ sessionUpdate }) => sessionUpdate === 'tool_call_update');
  expect(replayed.map((update) => (update as { status?: unknown }).status)).toEqual(['failed', 'completed']);
  await log.append('s', repairs, { expected: position, at: 2 });
  expect((await restoreSession(log, 's')).repairs).toEqual([]);
});

test('[LG16] a session that nobody cut off needs no repairs, and an empty one is empty', async () => {
  expect((await restoreSession(await logOf([prompt('a'), chunk('m', 'x'), turnEnd]), 's')).repairs).toEqual([]);
  const empty = await restoreSession(await logOf([]), 's');
  expect([empty.position, joinedReplay(empty.state)]).toEqual([0, []]);
});

test('[LG17] a replay joins adjacent plain text of a message and nothing else', async () => {
  const noted = { type: 'text', text: 'noted', annotations: { priority: 1 } };
  const parts = ['a', 'b', noted, 'c', 'd', { type: 'text', text: 'meta', _meta: {} }, 'e'];
  const blocks = parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part));
  const chunks = blocks.map(
    (content) =>
      ({ type: 'update', update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content } }) as LogEvent,
  );
  const shown = { type: 'content', content: { type: 'text', text: 'line' } };
  const log = await logOf([...chunks, toolCall('c', { content: [shown, shown] }), message('n', ['one'])]);
  const { state } = await restoreSession(log, 's');
  expect(joinedReplay(state)).toEqual([
    {
      sessionUpdate: 'agent_message',
      messageId: 'm',
      content: [
        { type: 'text', text: 'ab' },
        noted,
        { type: 'text', text: 'cd' },
        blocks[5],
        { type: 'text', text: 'e' },
      ],
    },
    toolCall('c', { content: [shown, shown] }).update,
    message('n', ['one']).update,
  ]);
});

test('[LG18] a writer goes on without waiting, and stops at a failure', async () => {
  const log = await logOf([]);
  let time = 0;
  const writer = new SessionWriter(log, 's', 0, () => ++time);
  writer.append([prompt('a'), chunk('m', 'x')]);
  writer.append([]);
  writer.append([turnEnd]);
  await writer.durable();
  expect([writer.position, (await log.find('s'))?.position]).toEqual([3, 3]);
  await log.append('s', [prompt('somebody else')], { expected: 3, at: 9 });
  writer.append([prompt('b')]);
  await expect(writer.durable()).rejects.toMatchObject({ name: 'LogError', failure: 'conflict', position: 4 });
  writer.append([prompt('c')]);
  await expect(writer.durable()).rejects.toMatchObject({ failure: 'conflict' });
  expect((await log.find('s'))?.position).toBe(4);
});

test.each(['', '{', '[]', 'null', '{"type":"later"}', '{"type":1}'])(
  '[LG1] text that is no event is corrupt: %s',
  (text) => {
    expect(() => eventOfText(text)).toThrow(expect.objectContaining({ failure: 'corrupt' }));
  },
);
