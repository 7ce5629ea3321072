import { applyEvent, isBusy, newSessionState, readUpdate, type SessionEvent } from '@emend/acp/session';
import { readUIMessageStream } from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { anyStream } from '../../../acp/src/session/test-support/random-events.ts';
import { anyNovemberStream } from '../../../acp/src/session/test-support/random-november.ts';
import { withQuestions } from '../../../acp/src/session/test-support/random-questions.ts';
import { type AcpUIChunk, MessageChunks } from './message-chunks.ts';
import type { AcpUIMessage } from './ui-message.ts';
import { createUIMessages, toUIMessages } from './ui-messages.ts';

const streams = withQuestions(fc.oneof(anyStream, anyNovemberStream));
const numRuns = counts({ short: 60, long: 750 });

/** Returns the messages after each event. */
function* projected(events: readonly SessionEvent[]) {
  const project = createUIMessages();
  let state = newSessionState();
  for (const event of events) {
    state = applyEvent(state, event);
    yield { state, messages: project(state) };
  }
}

test('the messages after each event are those of the state by itself', () => {
  fc.assert(
    fc.property(streams, (events) => {
      for (const { state, messages } of projected(events)) expect(messages).toEqual(toUIMessages(state));
    }),
    { numRuns },
  );
});

test('a turn that is cancelled is so in a message that another one of the user follows', () => {
  const content = { type: 'text', text: 'a' } as const;
  const events: SessionEvent[] = [
    { type: 'prompt_sent', prompt: [content] },
    readUpdate({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content }),
    readUpdate({ sessionUpdate: 'user_message_chunk', messageId: 'u', content }),
    readUpdate({ sessionUpdate: 'user_message_chunk', messageId: 'v', content }),
    { type: 'cancel_sent' },
    { type: 'turn_ended', stopReason: 'cancelled' },
  ];
  for (const { state, messages } of projected(events)) expect(messages).toEqual(toUIMessages(state));
});

test('the messages have every text of the session, once and in the place of its message', () => {
  fc.assert(
    fc.property(streams, (events) => {
      const state = events.reduce(applyEvent, newSessionState());
      const messages = toUIMessages(state);
      const textOf = (type: string) =>
        messages
          .filter(({ role }) => role === 'assistant')
          .flatMap(({ parts }) => parts.map((part) => (part.type === type && 'text' in part ? part.text : '')));
      for (const [kind, type] of [
        ['agent', 'text'],
        ['thought', 'reasoning'],
      ] as const) {
        const said = state.timeline.toArray().flatMap((entry) => {
          const message = entry.type === 'message' ? state.messages.at(entry.index) : undefined;
          return message?.kind === kind ? message.content.toArray() : [];
        });
        expect(textOf(type).join('')).toBe(said.map((each) => ('text' in each ? each.text : '')).join(''));
      }
      const calls = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'dynamic-tool'));
      expect(calls).toHaveLength(state.timeline.toArray().filter(({ type }) => type === 'tool-call').length);
    }),
    { numRuns },
  );
});

/** Returns what a chat of the AI SDK makes of chunks. */
async function received(chunks: readonly AcpUIChunk[]): Promise<AcpUIMessage | undefined> {
  const stream = new ReadableStream<AcpUIChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  let last: AcpUIMessage | undefined;
  for await (const message of readUIMessageStream<AcpUIMessage>({ stream, terminateOnError: true })) last = message;
  return last;
}

/** Returns parts as they are compared: without the states of texts, which a chat may learn later, and without what is undefined. */
function plain(message: AcpUIMessage | undefined): unknown {
  return JSON.parse(
    JSON.stringify(message?.parts.filter(({ type }) => type !== 'step-start') ?? [], (key, value) =>
      key === 'state' && /done|streaming/.test(value) ? undefined : value,
    ),
  );
}

test('a chat that reads the chunks shows the message, whatever happened to it', async () => {
  await fc.assert(
    fc.asyncProperty(streams, async (events) => {
      const writer = new MessageChunks();
      const chunks = writer.begin('answer', 'new');
      let shown: AcpUIMessage | undefined;
      for (const { messages } of projected(events)) {
        const answer = messages.findLast(
          ({ role, id }) => role === 'assistant' && (shown === undefined || id === shown.id),
        );
        // A session that was loaded again may not have the message any more; a stream of a turn does not outlive that.
        if (shown !== undefined && answer === undefined) break;
        shown = answer;
        if (shown !== undefined) chunks.push(...writer.update(shown));
      }
      chunks.push(...writer.end());
      if (shown !== undefined) expect(plain(await received(chunks))).toEqual(plain(shown));
    }),
    { numRuns },
  );
});

test('a stream that only grows is never reset, and one that goes back to an earlier text is reset once', () => {
  let state = newSessionState();
  const project = createUIMessages();
  const writer = new MessageChunks();
  const chunks: AcpUIChunk[] = [];
  const say = (event: SessionEvent) => {
    state = applyEvent(state, event);
    const message = project(state).at(-1);
    if (message?.role === 'assistant') chunks.push(...writer.update(message));
  };
  const said = (sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk', messageId: string): SessionEvent => ({
    type: 'update',
    update: { sessionUpdate, messageId, content: { type: 'text', text: 'word ' } },
  });
  say({ type: 'prompt_sent', prompt: [{ type: 'text', text: 'Go' }] });
  expect(isBusy(state)).toBe(true);
  for (let count = 0; count < 100; count++) say(said('agent_thought_chunk', 't'));
  for (let count = 0; count < 100; count++) say(said('agent_message_chunk', 'm'));
  const resets = () => chunks.filter(({ type }) => type === 'reset-step').length;
  expect(resets()).toBe(0);
  for (let count = 0; count < 100; count++) {
    say(said('agent_thought_chunk', 't'));
    say(said('agent_message_chunk', 'm'));
  }
  expect(resets()).toBe(1);
});
