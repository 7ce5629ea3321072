import { performance } from 'node:perf_hooks';
import { agent, type Client, connect } from '@emend/acp';
import { type LogEvent, MemoryLog } from '@emend/acp/log';
import { remote, serveHttp } from '@emend/acp/node';
import { atMost } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { jointRuns } from './joint-runs.ts';
import { delaysAcrossNodes } from './node-delay.ts';

const cwd = '/project';
const longSession = 33_509;

/** What it takes several clients to share a session over WebSockets of this machine. */
export const sharing: Bench = {
  name: 'sharing',
  about: 'What it takes several clients to share a session, over WebSockets of the same machine.',
  parts: [
    ({ quick }) => attaching(quick ? 1_000 : longSession),
    async ({ quick }) => answering(10, quick ? 20 : 300),
    ({ quick }) =>
      delaysAcrossNodes(quick ? { sessions: 20, nodes: 2, updates: 40 } : { sessions: 500, nodes: 4, updates: 200 }),
  ],
};

/** Measures how long a client takes to join a live session that has many messages. */
async function attaching(messages: number): Promise<Measure[]> {
  const log = new MemoryLog();
  await log.create({ sessionId: 's', cwd, at: 0 });
  const events = Array.from({ length: messages }, (_, index): LogEvent => {
    const content = [{ type: 'text' as const, text: `Message ${index} of a session that several clients have open.` }];
    const sessionUpdate = index % 2 === 0 ? ('user_message' as const) : ('agent_message' as const);
    return { type: 'update', update: { sessionUpdate, messageId: `m${index}`, content } };
  });
  await log.append('s', events, { expected: 0, at: 1 });
  const token = crypto.randomUUID();
  const service = await serveHttp(agent({ sessions: { log }, prompt: () => {} }), { authenticate: token });
  const join = async (): Promise<Client> => {
    const client = await connect(remote(service.url, { token, first: 'websocket' }));
    const session = await client.loadSession({ sessionId: 's', cwd });
    if (session.state.messages.length !== messages)
      throw new Error(`${session.state.messages.length} messages were loaded`);
    return client;
  };
  // Keeps the session live: who comes later joins it.
  await join();
  const time: Measure = {
    name: `joining a live session of ${messages.toLocaleString('en-US')} messages`,
    unit: 's',
    better: 'lower',
    goal: atMost(1, ' s'),
    contestants: {
      ours: async () => {
        const start = performance.now();
        const client = await join();
        const took = (performance.now() - start) / 1000;
        await client.close();
        return took;
      },
    },
  };
  return [time];
}

/** How long after the answer of one client the question was closed at all others, in milliseconds. */
interface Closed {
  readonly median: number;
  readonly slowest: number;
}

function answering(clients: number, questions: number): Measure[] {
  const runs = jointRuns(() => answersOf(clients, questions));
  const measure = (name: string, read: (closed: Closed) => number): Measure => {
    const next = runs();
    return {
      name: `a question that one of ${clients} clients has answered is closed at the last of the others, ${name}`,
      unit: 'ms',
      better: 'lower',
      goal: atMost(50, ' ms'),
      runs: 'alike',
      contestants: { ours: async () => read(await next()) },
    };
  };
  const many = questions.toLocaleString('en-US');
  return [
    measure(`median of ${many}`, ({ median }) => median),
    measure(`slowest of ${many}`, ({ slowest }) => slowest),
  ];
}

async function answersOf(count: number, questions: number): Promise<Closed> {
  const log = new MemoryLog();
  const token = crypto.randomUUID();
  const served = agent({
    sessions: { log },
    async prompt(turn) {
      await turn.requestPermission({ toolCallId: turn.text, title: 'Publish' });
    },
  });
  const service = await serveHttp(served, { authenticate: token });
  let asked = 0;
  let closed = 0;
  let answer: (optionId: string) => void = () => {};
  let news = (): void => {};
  const clientOf = (isFirst: boolean): Promise<Client> =>
    connect(remote(service.url, { token, first: 'websocket' }), {
      requestPermission({ options }, { signal }) {
        asked += 1;
        return new Promise((resolve) => {
          const [option] = options;
          if (isFirst) answer = () => resolve(option?.optionId ?? { outcome: 'cancelled' });
          signal.addEventListener('abort', () => {
            closed += 1;
            news();
            resolve({ outcome: 'cancelled' });
          });
          news();
        });
      },
    });
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        news = resolve;
      });
    }
  };
  const first = await clientOf(true);
  const session = await first.newSession({ cwd });
  const others = await Promise.all(Array.from({ length: count - 1 }, () => clientOf(false)));
  await Promise.all(others.map((client) => client.loadSession({ sessionId: session.id, cwd })));
  const took: number[] = [];
  for (let question = 0; question < questions; question++) {
    asked = 0;
    closed = 0;
    const turn = session.prompt(`question ${question}`);
    await until(() => asked === count);
    const start = performance.now();
    answer('');
    await until(() => closed === count - 1);
    took.push(performance.now() - start);
    await turn;
  }
  await Promise.all([first, ...others].map((client) => client.close()));
  await service.close();
  took.sort((a, b) => a - b);
  return { median: took[took.length >> 1] ?? 0, slowest: took.at(-1) ?? 0 };
}
