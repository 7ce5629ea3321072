import { expect, onTestFinished, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { heldBytes } from '../../../../test/support/garbage.ts';
import { MemoryBytes } from './byte-source.ts';
import { Inspection } from './inspection.ts';
import { recordingInspector } from './recording-inspector.ts';

const begin = [
  { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } },
  { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } },
];
const content = { type: 'text', text: 'hello' };
const updateOf = (session: number): object => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: `session ${session}`, update: { sessionUpdate: 'agent_message_chunk', content } },
});

/** Reads a recording with this many sessions, of which ten are folded. Returns the bytes that it holds, and how much some of the sessions said. */
async function inspected(sessions: number) {
  const lines = [...begin, ...Array.from({ length: sessions }, (_, session) => updateOf(session)), updateOf(1)];
  const bytes = new MemoryBytes();
  await bytes.append(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  bytes.end();
  const before = await heldBytes();
  const inspection = new Inspection({ source: { kind: 'file', name: 'r' }, bytes, limits: { sessions: 10 } });
  onTestFinished(() => inspection.close());
  await inspection.grow();
  const held = (await heldBytes()) - before;
  const inspector = recordingInspector(inspection);
  const said: number[] = [];
  for (const session of [1, 9, 10, sessions - 1]) {
    const asked = { frame: inspection.frames, session: `session ${session}`, start: 0, end: 10 };
    said.push((await inspector.ask('conversation', asked)).rows.length);
  }
  return { held, said };
}

test('[IP10] of sessions beyond the limit hardly more than their names is kept', async () => {
  // The linter remembers a thousand sessions.
  const few = 1_200;
  const many = counts({ short: 5_000, long: 50_000 });
  await inspected(few);
  const [one, other] = [await inspected(few), await inspected(many)];
  expect([one.said, other.said]).toEqual([
    [1, 1, 0, 0],
    [1, 1, 0, 0],
  ]);
  expect((other.held - one.held) / (many - few)).toBeLessThan(1_500);
});
