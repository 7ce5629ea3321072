import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { seededChance } from '../../../../../test/support/seed.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { patientAgent } from '../test-support/patient-agent.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { said } from '../test-support/said.ts';

const dialects = ['v1', 'june', 'november'] as const;
const words = Array.from({ length: counts({ short: 400, long: 10_000 }) }, (_, index) => `${index} `);
const textOf = (count: number) => words.slice(0, count).join('');

/** What replay and stream are in each dialect: what a client is told at once, and what it only has to add. */
const kinds: Readonly<Record<Dialect, { readonly replay: readonly string[]; readonly live: string }>> = {
  v1: { replay: ['user_message_chunk', 'agent_message_chunk'], live: 'agent_message_chunk' },
  june: { replay: ['user_message', 'agent_message'], live: 'agent_message_chunk' },
  november: { replay: ['user_message', 'agent_message'], live: 'agent_message_chunk' },
};

/** The updates that tell messages, in order. */
function messagesIn(received: readonly Json[]): readonly Json[] {
  return received.flatMap(({ params }): Json[] => {
    const { update } = (params ?? {}) as { readonly update?: Json };
    return update !== undefined && 'content' in update ? [update] : [];
  });
}

interface Joined {
  readonly dialect: Dialect;
  readonly client: RawClient;
  /** How much the agent had said when the client asked, and when the answer was there. */
  readonly between: readonly [number, number];
  /** How many messages came up to the answer. */
  readonly until: number;
}

test('[RO91] [X9, X10] a session is joined at any moment of a stream: the state is right with the answer and after every update, nothing is missing or comes twice', async () => {
  let count = 0;
  const waiting: { readonly at: number; readonly go: () => void }[] = [];
  const { served, log } = patientAgent({
    async prompt(turn) {
      const message = turn.message();
      for (const word of words) {
        void message.append(word);
        count += 1;
        // What is said in one turn of the event loop is also told to clients as one.
        if (count % 7 !== 0) await new Promise(setImmediate);
        for (const { go } of waiting.filter(({ at }) => at === count)) go();
      }
    },
  });
  // An answer waits until everything is stored, so that much is said between the replay and the answer.
  const append = log.append.bind(log);
  log.append = async (...entries) => {
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    return append(...entries);
  };
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const join = async (at: number, dialect: Dialect): Promise<Joined> => {
    const client = await rawClientOf(served, dialect);
    await new Promise<void>((go) => waiting.push({ at, go }));
    const before = count;
    await client.load(sessionId);
    return { dialect, client, between: [before, count], until: client.received.length };
  };
  const chance = seededChance();
  const moments = Array.from({ length: 15 }, () => chance.between(1, words.length));
  const joining = Promise.all(moments.map((at, index) => join(at, dialects[index % 3] as Dialect)));
  await expect.poll(() => waiting.length).toBe(moments.length);
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const joined = await joining;
  await turn;
  for (const { dialect, client, between, until } of joined) {
    const [atLeast, atMost] = between;
    await expect.poll(() => said(client.updates()).at(-1)).toBe(`agent: ${textOf(words.length)}`);
    // The answer is the last of what had come.
    const place = client.received.findLastIndex(({ id, method }) => id !== undefined && method === undefined);
    expect(place).toBe(until - 1);
    const [replay, live] = [messagesIn(client.received.slice(0, place)), messagesIn(client.received.slice(place))];
    expect(replay.map(({ sessionUpdate }) => sessionUpdate)).toEqual(kinds[dialect].replay);
    const [prompt, text = ''] = said(replay);
    const known = text.replace('agent: ', '').split(' ').length - 1;
    expect([prompt, text]).toEqual(['user: one', `agent: ${textOf(known)}`]);
    expect([known >= atLeast, known <= atMost]).toEqual([true, true]);
    // All that follows is added to the one message, word by word, so that it is right after each of them.
    const shape = { sessionUpdate: kinds[dialect].live, messageId: replay[1]?.['messageId'] };
    expect(live.map(({ sessionUpdate, messageId }) => ({ sessionUpdate, messageId }))).toEqual(live.map(() => shape));
    expect(live.map(({ content }) => (content as { text: string }).text).join('')).toBe(words.slice(known).join(''));
  }
  await Promise.all([first, ...joined.map(({ client }) => client)].map((client) => client.close()));
});
