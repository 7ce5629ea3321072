import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { joinedReplay } from '../../log/joined-replay.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { agent } from '../agent/agent.ts';
import { serve } from '../agent/serve.ts';
import type { Turn } from '../agent/turn.ts';
import { lossyLine } from '../test-support/lossy-line.ts';
import { countingIds } from '../test-support/pair.ts';
import { notNow, refusing } from '../test-support/refusing.ts';
import { until } from '../test-support/until.ts';
import { connect } from './connect.ts';
import type { PromptHandle } from './prompt-handle.ts';
import type { ClientSession } from './session.ts';

const cwd = '/project';
const dialects = ['v1', 'june', 'november'] as const;
type Spoken = (typeof dialects)[number];

/** What a turn does, one after another: says or thinks something, works with a tool, or lets time pass. */
const step = fc.constantFrom('say', 'say', 'think', 'call', 'plan', 'info', 'wait', 'wait');
const turn = fc.record({
  steps: fc.array(step, { maxLength: 8 }),
  end: fc.constantFrom('end_turn', 'max_tokens', 'refusal', 'fail', 'hang'),
  /** Whether the client waits for the end before it sends the next prompt. */
  isAwaited: fc.boolean(),
});
const conversation = fc.array(turn, { minLength: 1, maxLength: 4 });
type Conversation = typeof conversation extends fc.Arbitrary<infer Value> ? Value : never;

async function pause(): Promise<void> {
  for (let tick = 0; tick < 3; tick++) await new Promise((resolve) => setImmediate(resolve));
}

let endHurry: () => Promise<void>;

// No time passes: a timer runs as soon as nothing else is to be done.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOver = false;
  const hurry = async (): Promise<void> => {
    while (!isOver) {
      await pause();
      vi.runOnlyPendingTimers();
    }
  };
  const hurried = hurry();
  endHurry = () => {
    isOver = true;
    return hurried;
  };
});
afterEach(async () => {
  await endHurry();
  vi.useRealTimers();
});

async function act(work: Turn, { steps, end }: Conversation[number], number: number) {
  const message = work.message({ id: `said-${number}` });
  for (const [index, name] of steps.entries()) {
    if (name === 'say') await message.append(`${number}.${index} `);
    else if (name === 'think') await work.thought({ id: `thought-${number}-${index}` }).append('Hm.');
    else if (name === 'plan') await work.plan([{ content: `${number}.${index}`, priority: 'high', status: 'pending' }]);
    else if (name === 'info') await work.session.info({ title: `Turn ${number}` });
    else if (name === 'wait') await pause();
    else {
      const call = work.toolCall({ id: `call-${number}-${index}`, title: 'Look' });
      await call.update({ status: 'in_progress' });
      await pause();
      await call.update({ status: 'completed' });
    }
  }
  if (end === 'fail') throw new Error('secret');
  if (end !== 'hang') return end;
  // Waits for the client, which cancels what it sees hanging.
  work.toolCall({ id: `hanging-${number}`, title: 'Hang' });
  await message.append('hanging');
  await new Promise((resolve) => {
    if (work.signal.aborted) resolve(undefined);
    work.signal.addEventListener('abort', resolve);
  });
  return 'cancelled';
}

/** How a prompt ended, whatever else its answer says. */
async function endOf(prompt: PromptHandle): Promise<unknown> {
  try {
    return (await prompt).stopReason;
  } catch (error) {
    return error instanceof RpcError ? error.code : error;
  }
}

function isHanging(session: ClientSession, number: number): boolean {
  return JSON.stringify(
    session.state.messages.toArray().filter(({ messageId }) => messageId === `said-${number}`),
  ).includes('hanging');
}

/**
 * What a session shows. A v1 agent does not repeat prompts, so that they have no ids but in a history; and a November client shows a call that
 * was cancelled as it was until the history says that it has failed.
 */
function shownBy({ state }: ClientSession, spoken: Spoken): unknown {
  return joinedReplay(state).map((update) => {
    if (spoken === 'v1' && update.sessionUpdate === 'user_message') return { ...update, messageId: undefined };
    const isHung = update.sessionUpdate === 'tool_call_update' && String(update['toolCallId']).startsWith('hanging');
    return spoken === 'november' && isHung ? { ...update, status: undefined } : update;
  });
}

/**
 * Has a conversation on a line that is cut at some frames, counted from the first prompt. When the client comes back, its session is refused as
 * often as `refusals` says.
 */
async function converse(turns: Conversation, spoken: Spoken, cuts: readonly number[], refusals: readonly boolean[]) {
  const runs: number[] = [];
  const served = agent({
    sessions: { log: new MemoryLog(), now: () => 1 },
    mintId: countingIds(),
    prompt(work) {
      const number = Number(work.text);
      runs.push(number);
      return act(work, turns[number] as Conversation[number], number);
    },
  });
  const bridge = spoken === 'v1' ? { dialects: ['v1' as const] } : {};
  const answers = [...refusals];
  const line = lossyLine((far) => {
    const end = refusing(far, () => (answers.shift() === true ? notNow : undefined));
    serve(served, end, { whenClientLeaves: 'finish', onEvent: () => {}, bridge });
  });
  let losses = 0;
  let refused = 0;
  const client = await connect(line.dial(), {
    prefers: spoken === 'november' ? 'november' : 'june',
    onEvent: (event) => {
      if (event.type === 'connection-lost') losses += 1;
      if (event.type === 'reconnected') refused += event.restoring.length;
    },
  });
  const session = await client.newSession({ cwd });
  line.cutAt(cuts);
  const ends: Promise<unknown>[] = [];
  for (const [number, { end, isAwaited }] of turns.entries()) {
    const prompt = session.prompt(String(number));
    ends.push(endOf(prompt));
    if (end === 'hang') {
      // A message of v1 has no id.
      await until(session, () =>
        spoken === 'v1'
          ? JSON.stringify(joinedReplay(session.state)).includes(`hanging-${number}`)
          : isHanging(session, number),
      );
      session.cancel();
    }
    if (isAwaited || end === 'hang' || turns[number + 1]?.end === 'hang') await Promise.all(ends);
  }
  const settled = await Promise.all(ends);
  const result = { ends: settled, shown: shownBy(session, spoken), isBusy: session.isBusy, runs };
  const { passed } = line;
  await client.close();
  return { result, passed, losses, refused };
}

test.each(dialects)(
  '[RO83] [RO86] [W26] [W29] whatever is lost with a connection and refused for now, a %s client shows in the end what it shows without',
  async (spoken) => {
    let losses = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        conversation,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        fc.array(fc.boolean(), { maxLength: 6 }),
        async (turns, places, refusals) => {
          const uncut = await converse(turns, spoken, [], []);
          const cuts = places.map((place) => 1 + Math.floor(place * uncut.passed));
          const cut = await converse(turns, spoken, cuts, refusals);
          losses += cut.losses;
          refused += cut.refused;
          expect(cut.result).toEqual(uncut.result);
        },
      ),
      { numRuns: counts({ short: 8, long: 100 }) },
    );
    expect(losses).toBeGreaterThan(counts({ short: 2, long: 50 }));
    expect(refused).toBeGreaterThanOrEqual(counts({ short: 0, long: 15 }));
  },
  900_000,
);
