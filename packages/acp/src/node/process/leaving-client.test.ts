import { expect, test } from 'vitest';
import { bridge } from '../../bridge/live/bridge.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { AgentProcess } from './agent-process.ts';
import { launchAgent } from './launch-agent.ts';
import { hasLiveMember } from './process-group.ts';

const answer = (body: object) => `echo '${JSON.stringify({ jsonrpc: '2.0', id: 0, ...body })}'`;
const each = (does: string) => `while read -r line; do echo got >&2; ${does}; done`;
const november = { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} } };

/** Agents that do one thing with whatever they are sent; the shell starts fast, and there are many of them. */
const habits = {
  'is silent': each(':'),
  'is silent and ignores the end of its input': `${each(':')}; exec sleep 1000`,
  'ends at once': 'exit 1',
  'ends when it is asked': 'read -r line; echo got >&2; exit 1',
  refuses: each(answer({ error: { code: -32602, message: 'no' } })),
  'answers in November': each(answer({ result: november })),
  'answers in v1': each(answer({ result: { protocolVersion: 1, agentCapabilities: {} } })),
};

/** When the client leaves: by how often something was seen; one that never comes is not waited for. */
const moments = [
  ['before it asks', 'start', 0],
  ['after it has asked', 'asked', 1],
  ['when the first agent has been asked', 'got', 1],
  ['when the agent has been asked twice', 'got', 2],
  ['when a second agent is about to start', 'restart', 1],
  ['when a second agent has started', 'restarted', 1],
  ['when the second agent has been asked', 'got', 3],
  ['when it has its answer', 'answered', 1],
] as const;

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 2, capabilities: {} } };
const eager = { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } };

async function leaveAt(habit: string, event: string, count: number, messages: readonly object[]): Promise<number[]> {
  const [clientEnd, bridgeEnd] = memoryPair();
  const agents: AgentProcess[] = [];
  const seen = new Map<string, number>();
  const see = (what: string) => {
    seen.set(what, (seen.get(what) ?? 0) + 1);
    if (what === event && seen.get(what) === count) void clientEnd.close();
  };
  async function launch(): Promise<AgentProcess> {
    const agent = await launchAgent('sh', ['-c', habit], { graceMilliseconds: 50 });
    agents.push(agent);
    agent.stderr.on('data', (bytes: Buffer) => {
      for (const _ of String(bytes).matchAll(/got/g)) see('got');
    });
    return agent;
  }
  const ended = bridge(bridgeEnd, (await launch()).transport, {
    async restart() {
      see('restart');
      const { transport } = await launch();
      see('restarted');
      return transport;
    },
    patience: () => new Promise((resolve) => setTimeout(resolve, 100)),
  });
  if (count === 0) await clientEnd.close();
  else {
    for (const message of messages) void clientEnd.send(JSON.stringify(message));
    see('asked');
  }
  void (async () => {
    for await (const _ of clientEnd.frames) see('answered');
  })();
  // A moment that does not come with this agent: the client leaves in the end.
  const giveUp = setTimeout(() => void clientEnd.close(), 300);
  await ended;
  clearTimeout(giveUp);
  return agents.map(({ pid }) => pid).filter(hasLiveMember);
}

const cases = Object.entries(habits);

test.each(cases)(
  '[BR77] a client that leaves at any moment leaves no agent behind, of one that %s',
  async (_, habit) => {
    const runs = moments.flatMap(([, event, count]) =>
      [[initialize], [initialize, eager]].map((messages) => leaveAt(habit, event, count, messages)),
    );
    expect(await Promise.all(runs)).toEqual(runs.map(() => []));
  },
);
