import { connect } from '@emend/acp';
import { memoryPair } from '@emend/acp/transport';
import { createScreen } from '@emend/acp/view';
import type { Measure } from './harness.ts';
import { bareAgent } from './peers/bare-agent.ts';

const sessionId = 'long';
const parsing = 'JSON.parse of its lines';

const line = (id: number) =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: {
      sessionId,
      update: {
        sessionUpdate: 'agent_message',
        messageId: `msg_${id}`,
        content: [{ type: 'text', text: `a few words of answer ${id}` }],
      },
    },
  });

/** Measures a client that opens a session of many messages: from its request until the last of them can be shown. */
export async function longLoad(messages: number): Promise<Measure> {
  const lines = Array.from({ length: messages }, (_, id) => line(id));
  // A few of them first: otherwise a single round would be measured with what compiling takes.
  await opening(lines.slice(0, messages / 10));
  return {
    name: `a session of ${messages.toLocaleString('en-US')} messages opened by a client and shown`,
    unit: 's',
    better: 'lower',
    runs: 'alike',
    contestants: { ours: () => opening(lines), [parsing]: async () => parsed(lines) },
  };
}

async function opening(lines: readonly string[]): Promise<number> {
  const [ours, theirs] = memoryPair();
  bareAgent(theirs, lines);
  const client = await connect(ours);
  const start = performance.now();
  const session = await client.loadSession({ sessionId, cwd: '/project' });
  const rows = createScreen()(session.state);
  const last = rows.last();
  const seconds = (performance.now() - start) / 1_000;
  if (rows.length !== lines.length || last?.type !== 'message') throw new Error(`${rows.length} messages are shown`);
  await client.close();
  return seconds;
}

function parsed(lines: readonly string[]): number {
  const start = performance.now();
  let found = 0;
  for (const text of lines) if ((JSON.parse(text) as { params?: unknown }).params !== undefined) found += 1;
  if (found !== lines.length) throw new Error(`${found} lines were parsed`);
  return (performance.now() - start) / 1_000;
}
