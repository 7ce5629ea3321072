import { expect, onTestFinished, test } from 'vitest';
import { MemoryBytes } from './byte-source.ts';
import { Inspection } from './inspection.ts';
import { recordingInspector } from './recording-inspector.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const contained = (levels: number): string => `${'{"content":'.repeat(levels)}1${'}'.repeat(levels)}`;
const update = (fields: string): string =>
  `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{${fields}}}}`;
const call = (fields: string): string => update(`"sessionUpdate":"tool_call_update","toolCallId":"t",${fields}`);

/** Each kind of place where an agent can nest, as deep as it likes. */
function nestedLines(levels: number): readonly string[] {
  return [
    nested(levels),
    `{"jsonrpc":"2.0","id":${nested(levels)},"method":"session/prompt","params":${nested(levels)}}`,
    `{"jsonrpc":"2.0","id":1,"result":${nested(levels)}}`,
    `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":${nested(levels)}}}`,
    call(`"title":"t","rawInput":${nested(levels)},"_meta":{"a":${nested(levels)}}`),
    call(`"content":[${contained(levels)}]`),
    update(`"sessionUpdate":"odd","x":${nested(levels)}`),
    update(`"sessionUpdate":"agent_message_chunk","messageId":"m","content":${contained(levels)}`),
    update(
      `"sessionUpdate":"agent_message_chunk","messageId":"n","content":{"type":"text","text":"x","_meta":{"a":${nested(levels)}}}`,
    ),
  ];
}

/** Asks all there is to ask of each frame, and writes each answer both ways. */
async function written(lines: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const bytes = new MemoryBytes();
  await bytes.append(new TextEncoder().encode(`${lines.join('\n')}\n`));
  bytes.end();
  const inspection = new Inspection({ source: { kind: 'file', name: 'r' }, bytes });
  onTestFinished(() => inspection.close());
  await inspection.grow();
  const inspector = recordingInspector(inspection);
  const details: Record<string, unknown>[] = [];
  for (let frame = 1; frame <= lines.length; frame++) {
    const conversation = await inspector.ask('conversation', { frame, session: 's', start: 0, end: 100 });
    const parts = conversation.rows.map(({ key }) => inspector.ask('part', { frame, session: 's', key }));
    const answers = [
      await inspector.ask('rows', { filter: '', open: [], start: frame - 1, end: frame }),
      await inspector.ask('frame', { frame }),
      conversation,
      ...(await Promise.all(parts)),
      await inspector.ask('problems', { start: 0, end: 1_000 }),
    ];
    const texts = answers.map((answer) => JSON.stringify(answer));
    expect(answers.map((answer) => JSON.stringify(structuredClone(answer)))).toEqual(texts);
    details.push({ ...(answers[1] as object) });
  }
  return details;
}

test.each([
  [5_000, nestedLines(5_000)],
  [50_000, nestedLines(50_000).slice(0, 2)],
])('[IP10] a message that is nested %d levels deep is shown as text, and that is said', async (_, lines) => {
  const withheld = 'This message is nested deeper than 1,016 levels, so that only its text is shown.';
  const shown = await written(lines);
  expect(shown.map(({ text, message, withheld: why }) => ({ text, message, why }))).toEqual(
    lines.map((line) => ({ text: line.slice(0, 256 * 1024), message: undefined, why: withheld })),
  );
});

test('[IP10] whatever is nested as deep as a message may be is shown whole', async () => {
  const lines = nestedLines(1_000);
  const shown = await written(lines);
  expect(shown.map(({ message, withheld }) => [JSON.stringify(message), withheld])).toEqual(
    lines.map((line) => [line, undefined]),
  );
});
