import { agent, connect, memoryPair, serve } from '@emend/acp';
import { applyEvent, newSessionState, readUpdate } from '@emend/acp/session';
import { AcpChatTransport, type AcpUIChunk, createUIMessages } from '@emend/ai-sdk';
import { atMost } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { jointRuns } from './joint-runs.ts';
import { lineOf, type Stream, textOf, updateOf, warmUpOf } from './stream.ts';

/** Measures what a session costs as messages of a chat, and whether that stays so while the session grows. */
export const aiSdk: Bench = {
  name: 'ai-sdk',
  about: 'What a session costs as messages of a chat of the AI SDK, and whether that stays so while it grows.',
  parts: [
    async ({ quick }) => {
      const total = quick ? 20_000 : 100_000;
      return [
        ...projecting({ name: 'one message', messages: 1, chunks: total }),
        ...projecting({ name: '100 messages', messages: 100, chunks: total / 100 }),
        streamed(total),
      ];
    },
  ],
};

/** Projects the state after each chunk, and returns the milliseconds of each tenth. */
function run(stream: Stream): readonly number[] {
  const total = stream.messages * stream.chunks;
  const tenths = Array.from({ length: 10 }, () => 0);
  const project = createUIMessages();
  let state = newSessionState();
  let parts = 0;
  for (let index = 0; index < total; index++) {
    state = applyEvent(state, readUpdate(updateOf(lineOf(stream, index)), index));
    const began = performance.now();
    parts = project(state).at(-1)?.parts.length ?? 0;
    const tenth = Math.floor((index * 10) / total);
    tenths[tenth] = (tenths[tenth] ?? 0) + performance.now() - began;
  }
  if (parts !== stream.messages + 1) throw new Error('the messages are not complete');
  return tenths;
}

function projecting(stream: Stream): Measure[] {
  // What is compiled on the way would make the first tenth slow, and hide that a later one is.
  const tenthsOf = jointRuns(async () => {
    run(warmUpOf(stream));
    return run(stream);
  });
  const [forTime, forGrowth] = [tenthsOf(), tenthsOf('started')];
  const total = stream.messages * stream.chunks;
  return [
    {
      name: `${stream.name}: time to project the messages after a chunk`,
      unit: 'ns/chunk',
      better: 'lower',
      contestants: { ours: async () => ((await forTime()).reduce((sum, tenth) => sum + tenth) * 1e6) / total },
    },
    {
      name: `${stream.name}: the last tenth beside the first`,
      unit: 'times',
      better: 'lower',
      goal: atMost(1.5),
      contestants: {
        ours: async () => {
          const tenths = await forGrowth();
          return (tenths[9] as number) / (tenths[0] as number);
        },
      },
    },
  ];
}

/** Reads the stream of a whole turn, from the agent to the chunks for a chat. */
function streamed(total: number): Measure {
  return {
    name: `a turn of ${total.toLocaleString('en-US')} chunks through the transport: the last tenth beside the first`,
    unit: 'times',
    better: 'lower',
    goal: atMost(1.5),
    contestants: {
      async ours() {
        const [here, there] = memoryPair();
        serve(
          agent({
            async prompt(turn) {
              const message = turn.message();
              for (let index = 0; index < total; index++) await message.append(textOf(index));
            },
          }),
          there,
        );
        const client = await connect(here);
        const transport = new AcpChatTransport(await client.newSession({ cwd: '/project' }));
        const message = { id: 'm', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Go' }] };
        const chunks = await transport.sendMessages({
          trigger: 'submit-message',
          chatId: 'c',
          messageId: undefined,
          messages: [message],
          abortSignal: undefined,
        });
        const tenths = await timesOf(chunks, total);
        await client.close();
        return (tenths[9] as number) / (tenths[0] as number);
      },
    },
  };
}

/** Returns the milliseconds in which each tenth of the text arrived. */
async function timesOf(chunks: ReadableStream<AcpUIChunk>, total: number): Promise<readonly number[]> {
  const lengths = Array.from({ length: 10 }, (_, tenth) => {
    let length = 0;
    for (let index = 0; index < ((tenth + 1) * total) / 10; index++) length += textOf(index).length;
    return length;
  });
  const times: number[] = [];
  let length = 0;
  let began = performance.now();
  for await (const chunk of chunks) {
    if (chunk.type !== 'text-delta') continue;
    length += chunk.delta.length;
    while (times.length < 10 && length >= (lengths[times.length] as number)) {
      const now = performance.now();
      times.push(now - began);
      began = now;
    }
  }
  if (times.length < 10) throw new Error('the stream is not complete');
  return times;
}
