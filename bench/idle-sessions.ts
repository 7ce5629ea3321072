import { agent, connect, serve } from '@emend/acp';
import { bridge } from '@emend/acp/bridge';
import { memoryPair, type Transport } from '@emend/acp/transport';
import { atMost } from './goals.ts';
import type { Measure } from './harness.ts';
import { heap } from './heap.ts';
import { bareAgent } from './peers/bare-agent.ts';

/** Opens sessions one by one. */
interface Opener {
  open(): Promise<void>;
}

/** Measures the memory that a session takes in which nothing has happened, in an agent, a client and a bridge. */
export function idleSessions(sessions: number): Measure[] {
  const openers = { 'an agent': inAgent, 'a client': inClient, 'a bridge': inBridge };
  return Object.entries(openers).map(([where, opener]) => ({
    name: `memory of an idle session in ${where}`,
    unit: 'bytes',
    better: 'lower',
    goal: atMost(20_000, ' bytes'),
    runs: 'alike',
    contestants: { ours: () => bytesEach(sessions, opener) },
  }));
}

async function bytesEach(sessions: number, start: () => Promise<Opener>): Promise<number> {
  const opener = await start();
  // What is made with the first session is not what the next ones cost.
  for (let session = 0; session < 10; session++) await opener.open();
  const before = heap();
  for (let session = 0; session < sessions; session++) await opener.open();
  const bytes = (heap() - before) / sessions;
  // It is used once more, so that it cannot have been collected before.
  await opener.open();
  return bytes;
}

async function inAgent(): Promise<Opener> {
  const [ours, theirs] = memoryPair();
  serve(agent({ prompt: async () => undefined }), theirs);
  return barePeer(ours);
}

async function inClient(): Promise<Opener> {
  const [ours, theirs] = memoryPair();
  bareAgent(theirs);
  const client = await connect(ours);
  const sessions: unknown[] = [];
  return {
    async open() {
      sessions.push(await client.newSession({ cwd: '/project' }));
    },
  };
}

async function inBridge(): Promise<Opener> {
  const [client, toClient] = memoryPair();
  const [agentEnd, toAgent] = memoryPair();
  bareAgent(agentEnd);
  void bridge(toClient, toAgent);
  return barePeer(client);
}

/** A client that keeps nothing of the sessions that it opens. It speaks v1, which every agent and the bridge understand. */
async function barePeer(transport: Transport): Promise<Opener> {
  let id = 0;
  let answered: (() => void) | undefined;
  const read = async () => {
    for await (const frames of transport.frames) {
      for (const frame of frames) {
        const { result, error } = JSON.parse(String(frame)) as { result?: unknown; error?: unknown };
        if (error !== undefined) throw new Error(`refused: ${JSON.stringify(error)}`);
        if (result !== undefined) answered?.();
      }
    }
  };
  void read();
  const call = async (method: string, params: object) => {
    const done = new Promise<void>((resolve) => {
      answered = resolve;
    });
    id += 1;
    await transport.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    await done;
  };
  await call('initialize', { protocolVersion: 1, clientCapabilities: {} });
  return { open: () => call('session/new', { cwd: '/project', mcpServers: [] }) };
}
