import { applyEvent, newSessionState, type SessionState } from '@emend/acp';
import { atMostTimes, atMostTimesAnd } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { jointRuns } from './joint-runs.ts';
import { roundTripMedian } from './relay-delay.ts';

/** The parts of the terminal client that the bench uses; the package exports none of them. */
interface ChatParts {
  readonly Conversation: new (
    layout: object,
    now: () => number,
  ) => {
    show(state: SessionState): void;
    rows(): string[];
    scrolledOut(count: number): void;
  };
  readonly TerminalScreen: new (
    write: (text: string) => void,
    size: { columns: number; rows: number },
  ) => {
    show(rows: readonly string[], cursor: undefined): number;
  };
}

const dist = new URL('../../packages/cli/dist/modules/', import.meta.url);

async function chatParts(): Promise<ChatParts> {
  const [{ Conversation }, { TerminalScreen }] = await Promise.all([
    import(new URL('chat/conversation.js', dist).href),
    import(new URL('terminal/terminal-screen.js', dist).href),
  ]);
  return { Conversation, TerminalScreen };
}

/** Chunks per frame of the screen: a fast model sends 300 chunks a second, and the screen shows 30 frames a second. */
const chunksAFrame = 10;

const lastWord = 'finally';

/** Returns the text of a chunk: prose in paragraphs, or part of one endless line. */
function textOf(index: number, shape: 'paragraphs' | 'one line'): string {
  const word = index % 25 === 3 ? '**bold** ' : index % 40 === 7 ? '`code` ' : `word${index % 100} `;
  return shape === 'paragraphs' && index % 60 === 59 ? `${word}\n\n` : word;
}

/** Measures the processor time per chunk in microseconds, for each tenth of a long message. */
function tenths(parts: ChatParts, chunks: number, shape: 'paragraphs' | 'one line'): number[] {
  let written = 0;
  let words = 0;
  const conversation = new parts.Conversation({ width: 80, looks: 'colour', isDetailed: false }, () => 0);
  const screen = new parts.TerminalScreen(
    (text) => {
      written += text.length;
    },
    { columns: 80, rows: 24 },
  );
  let state = newSessionState();
  const figures: number[] = [];
  let start = process.cpuUsage();
  for (let index = 0; index < chunks; index++) {
    const text = index === chunks - 1 ? lastWord : textOf(index, shape);
    words += text.trim().length;
    const content = { type: 'text', text };
    state = applyEvent(state, {
      type: 'update',
      update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content },
    });
    if (index % chunksAFrame === chunksAFrame - 1) {
      conversation.show(state);
      conversation.scrolledOut(screen.show(conversation.rows(), undefined));
    }
    if ((index + 1) % (chunks / 10) === 0) {
      const { user, system } = process.cpuUsage(start);
      figures.push((user + system) / (chunks / 10));
      start = process.cpuUsage();
    }
  }
  // The marks of bold text and code are not shown. Everything else must be shown at least once, and the end must still be visible.
  if (written < words * 0.9 || !conversation.rows().some((row) => row.includes(lastWord))) {
    throw new Error('the message was not shown as a whole');
  }
  return figures;
}

function lastChunks(parts: ChatParts, chunks: number, shape: 'paragraphs' | 'one line'): Measure {
  const runs = jointRuns(async () => tenths(parts, chunks, shape));
  const [last, first] = [runs(), runs()];
  return {
    name: `a chunk on the screen, last tenth of ${chunks.toLocaleString('en-US')} (${shape})`,
    unit: 'µs of processor time',
    better: 'lower',
    goal: atMostTimes(1.5, 'first tenth'),
    contestants: {
      ours: async () => (await last()).at(-1) ?? Number.NaN,
      'first tenth': async () => (await first())[0] ?? Number.NaN,
    },
  };
}

/** Measures the terminal client: the cost of a chunk of a long message, and of a recorder between client and agent. */
export const chat: Bench = {
  name: 'chat',
  about: 'What the terminal client costs: a chunk of a long message, and a recorder between client and agent.',
  parts: [
    async () => {
      const parts = await chatParts();
      const chunks = 100_000;
      return [
        ...(['paragraphs', 'one line'] as const).map((shape) => lastChunks(parts, chunks, shape)),
        {
          name: 'a message and its answer through emend record',
          unit: 'ms, median',
          better: 'lower' as const,
          goal: atMostTimesAnd(1, 'a plain relay', 1, 'ms'),
          runs: 'processes' as const,
          contestants: {
            ours: () => roundTripMedian('record', 1_000),
            'a plain relay': () => roundTripMedian('relay', 1_000),
            'no relay': () => roundTripMedian('none', 1_000),
          },
        },
      ];
    },
  ],
};
