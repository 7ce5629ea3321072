import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { translator } from '@emend/acp/bridge';
import { type Dialect, dialects } from '@emend/acp/protocol';
import { bridgedIds } from './bridged-ids.ts';
import { frameMemory } from './frame-memory.ts';
import { atLeastTimes, atMost, type Goal } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { jointRuns, type Which } from './joint-runs.ts';
import { BridgedClient } from './peers/bridged-client.ts';

/** Measures the bridge, compared with a relay that only parses and serializes. */
export const bridge: Bench = {
  name: 'bridge',
  about: 'What the bridge between versions costs, beside a relay that only parses and writes again.',
  parts: [
    async ({ quick }) => {
      const trips = quick ? 1_000 : 3_000;
      return [
        throughput('a v1 agent for a v2 client', 'v1', 'june', atLeastTimes(0.9, 'parse and stringify')),
        throughput('a v2 agent for a v1 client', 'june', 'v1', atLeastTimes(0.95, 'parse and stringify')),
        ...latency(trips),
        ...toolBytes(35_000),
        memory('v2 to v1', 'v1', quick ? 100_000 : 1_000_000),
        memory('v1 to v2', 'june', quick ? 100_000 : 1_000_000),
        ...frameMemory(quick ? 16 : 64),
        bridgedIds('v2 to v1', 'v1', quick ? 20_000 : 100_000),
        bridgedIds('v1 to v2', 'june', quick ? 20_000 : 100_000),
      ];
    },
    async () => {
      const goal = atLeastTimes(0.6, 'parse and stringify');
      return [
        throughput('a June agent for a November client', 'june', 'november', goal),
        throughput('a November agent for a June client', 'november', 'june', goal),
      ];
    },
  ],
};

const emend = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));
const program = (name: string) => fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url));

/** The program between the client and an agent of some dialect. */
const between: Readonly<Record<string, (dialect: Dialect) => readonly string[]>> = {
  ours: (dialect) => [emend, 'bridge', '--', process.execPath, program('bridged-agent'), dialect],
  'parse and stringify': (dialect) => [program('plain-relay'), process.execPath, program('bridged-agent'), dialect],
};

/** How many updates of a turn pass through in a round: so many that what compiling takes is a small part. */
const updates = 300_000;

function throughput(name: string, agent: Dialect, client: Dialect, goal: Goal): Measure {
  const run = (args: readonly string[], isOurs: boolean) => async () => {
    await using peer = new BridgedClient(args);
    // The relay translates nothing: its client has to speak the agent's dialect.
    await peer.start(isOurs ? client : agent);
    await peer.prompt(2_000);
    const before = peer.lines;
    const started = performance.now();
    await peer.prompt(updates);
    const taken = performance.now() - started;
    if (isOurs && !isIn(client, peer.sample)) throw new Error(`what came was not translated to ${client}`);
    if (peer.lines - before < updates) throw new Error(`only ${peer.lines - before} of ${updates} updates came`);
    return (updates / taken) * 1_000;
  };
  return {
    name,
    unit: 'messages/s',
    better: 'higher',
    goal,
    runs: 'processes',
    contestants: Object.fromEntries(
      Object.entries(between).map(([key, args]) => [key, run(args(agent), key === 'ours')]),
    ),
  };
}

/** Returns whether the updates of the bridged agent are in a dialect: only v1 has `tool_call`, and only November tells its state. */
function isIn(dialect: Dialect, lines: readonly string[]): boolean {
  const received = lines.map(
    (line) => JSON.parse(line).params as { readonly update: { readonly sessionUpdate: string } },
  );
  const has = (tag: string) => received.some(({ update }) => update.sessionUpdate === tag);
  if (!has('agent_message_chunk') || !received.every((params) => dialects[dialect].sessionUpdate.decode(params).ok))
    return false;
  return has('tool_call') === (dialect === 'v1') && has('state_update') === (dialect === 'november');
}

/** How long the same round trips took with and without a program in between, in milliseconds. */
interface Trips {
  readonly direct: number[];
  readonly through: number[];
}

/** Measures the time that a program between client and agent adds to one message, by alternating round trips with and without it. */
function latency(trips: number): Measure[] {
  const tripsOf = async (args: readonly string[], dialect: Dialect): Promise<Trips> => {
    await using direct = new BridgedClient([program('bridged-agent'), 'june']);
    await using through = new BridgedClient(args);
    await direct.start('june');
    await through.start(dialect);
    const times: Trips = { direct: [], through: [] };
    for (let trip = -100; trip < trips; trip++) {
      const [without, beside] = [await prompted(direct), await prompted(through)];
      if (trip < 0) continue;
      times.direct.push(without);
      times.through.push(beside);
    }
    return times;
  };
  const runs = Object.entries(between).map(
    ([key, args]) => [key, jointRuns(() => tripsOf(args('june'), key === 'ours' ? 'v1' : 'june'))] as const,
  );
  const measure = (name: string, which: Which, quantile: number): Measure => ({
    name: `added to one message, ${name}`,
    unit: 'ms',
    better: 'lower',
    runs: 'processes',
    contestants: Object.fromEntries(
      runs.map(([key, reader]) => {
        const next = reader(which);
        return [key, async () => addedTo(await next(), quantile)];
      }),
    ),
  });
  return [
    measure('median', 'each', 0.5),
    measure('from the slowest 1 % without it to the slowest 1 % with it', 'started', 0.99),
  ];
}

/** A prompt and its answer are two messages. */
function addedTo({ direct, through }: Trips, quantile: number): number {
  return (quantileOf(through, quantile) - quantileOf(direct, quantile)) / 2;
}

/** How long a prompt takes that is answered at once, in milliseconds. */
async function prompted(peer: BridgedClient): Promise<number> {
  const started = performance.now();
  await peer.prompt(0);
  return performance.now() - started;
}

function quantileOf(values: readonly number[], quantile: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * quantile)] ?? Number.NaN;
}

/** Bytes that a v1 client gets for the streamed content of a tool, when all lines have come and at the worst moment to end before. */
function toolBytes(lines: number): Measure[] {
  const item = (line: number) => ({
    type: 'content',
    content: { type: 'text', text: `line ${line} of the output of a tool` },
  });
  const content = Array.from({ length: lines }, (_, line) => item(line));
  const whole = JSON.stringify(content).length;
  const streamed = () => {
    const machine = translator({ client: 'v1', agent: 'june' });
    const send = (update: object) =>
      machine.fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });
    let bytes = 0;
    let size = 1;
    let worst = 0;
    const count = (messages: readonly unknown[]) => {
      for (const message of messages) bytes += JSON.stringify(message).length;
    };
    count(send({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Run' }).toClient);
    for (const [line, piece] of content.entries()) {
      count(send({ sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c', content: piece }).toClient);
      size += JSON.stringify(piece).length + 1;
      // Whatever waits is sent as a whole at the end. What the messages around a short output take is of no interest here.
      const atEnd = (bytes + (machine.hasWaiting() ? size : 0)) / size;
      if (line >= 1_000 && atEnd > worst) worst = atEnd;
    }
    count(machine.end().toClient);
    return { all: bytes / whole, worst };
  };
  const facts = { unit: 'x its content', better: 'lower', runs: 'alike' } as const;
  return [
    {
      ...facts,
      name: `bytes towards v1 for a tool that streams ${lines} lines`,
      goal: atMost(1.6),
      contestants: {
        ours: async () => streamed().all,
        async 'the array at every line'() {
          let bytes = 0;
          let size = 2;
          for (const piece of content) {
            size += JSON.stringify(piece).length + 1;
            bytes += size;
          }
          return bytes / whole;
        },
      },
    },
    {
      ...facts,
      name: `bytes towards v1 for a tool that streams up to ${lines} lines, where they are most`,
      goal: atMost(2.4),
      contestants: { ours: async () => streamed().worst },
    },
  ];
}

function memory(way: string, client: 'v1' | 'june', updates: number): Measure {
  const text = 'a few words of an answer ';
  return {
    name: `memory beyond the text over ${updates.toLocaleString('en')} updates of one message and one tool call, ${way}`,
    unit: 'MB',
    better: 'lower',
    goal: atMost(4, ' MB, however many updates'),
    runs: 'alike',
    contestants: {
      async ours() {
        const collect = (globalThis as { gc?: () => void }).gc;
        if (collect === undefined) throw new Error('run with --expose-gc');
        collect();
        const before = process.memoryUsage().heapUsed;
        const machine = translator({ client, agent: client === 'v1' ? 'june' : 'v1' });
        const send = (update: object) =>
          machine.fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });
        for (let index = 0; index < updates; index++) {
          if (index % 4 < 2)
            send({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } });
          else
            send({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: `step ${index}`, status: 'in_progress' });
        }
        collect();
        const used = process.memoryUsage().heapUsed - before;
        if (machine.hasWaiting()) throw new Error('something waits that should not');
        // A translation to v2 keeps no text.
        const folded = client === 'v1' ? (updates / 2) * text.length : 0;
        return (used - folded) / 1_000_000;
      },
    },
  };
}
