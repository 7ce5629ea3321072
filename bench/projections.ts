import { applyEvent, newSessionState, readUpdate, type SessionState } from '@emend/acp/session';
import { createEvents } from '@emend/ag-ui';
import { createThreadMessages } from '@emend/assistant-ui';
import { atMost } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { jointRuns } from './joint-runs.ts';
import { lineOf, type Stream, updateOf, warmUpOf } from './stream.ts';

/** Measures what a session costs as messages of assistant-ui and as events of AG-UI, and whether that stays so while it grows. */
export const projections: Bench = {
  name: 'projections',
  about:
    'What a session costs as messages of assistant-ui and as events of AG-UI, and whether that stays so while it grows.',
  parts: [
    async ({ quick }) => {
      const total = quick ? 20_000 : 100_000;
      const streams: readonly Stream[] = [
        { name: 'one message', messages: 1, chunks: total },
        { name: '100 messages', messages: 100, chunks: total / 100 },
      ];
      return streams.flatMap((stream) => [
        ...projecting('assistant-ui', stream, () => {
          const follow = createThreadMessages();
          return (state) => follow(state).length;
        }),
        ...projecting('AG-UI', stream, () => {
          const eventsOf = createEvents({ threadId: 'session' });
          return (state) => eventsOf(state).length;
        }),
      ]);
    },
  ],
};

/** Projects the state after each chunk; the number that a projection returns is never 0. */
type Project = (state: SessionState) => number;

/** Returns the milliseconds of each tenth of a stream. */
function run(stream: Stream, project: Project): readonly number[] {
  const total = stream.messages * stream.chunks;
  const tenths = Array.from({ length: 10 }, () => 0);
  // The work goes on all the time, as in a turn.
  let state = applyEvent(newSessionState(), { type: 'prompt_sent', prompt: [{ type: 'text', text: 'Go' }] });
  for (let index = 0; index < total; index++) {
    state = applyEvent(state, readUpdate(updateOf(lineOf(stream, index)), index));
    const began = performance.now();
    if (project(state) === 0) throw new Error('a chunk was not projected');
    const tenth = Math.floor((index * 10) / total);
    tenths[tenth] = (tenths[tenth] ?? 0) + performance.now() - began;
  }
  return tenths;
}

function projecting(what: string, stream: Stream, create: () => Project): Measure[] {
  // What is compiled on the way would make the first tenth slow, and hide that a later one is.
  const tenthsOf = jointRuns(async () => {
    run(warmUpOf(stream), create());
    return run(stream, create());
  });
  const [forTime, forGrowth] = [tenthsOf(), tenthsOf('started')];
  const total = stream.messages * stream.chunks;
  return [
    {
      name: `${what}, ${stream.name}: time to project a chunk`,
      unit: 'ns/chunk',
      better: 'lower',
      contestants: { ours: async () => ((await forTime()).reduce((sum, tenth) => sum + tenth) * 1e6) / total },
    },
    {
      name: `${what}, ${stream.name}: the last tenth beside the first`,
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
