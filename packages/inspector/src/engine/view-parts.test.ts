import { isSecretName, redaction } from '@emend/acp/recording';
import { expect, test } from 'vitest';
import { TextLines } from './download/text-lines.ts';
import { plainInspector } from './plain-inspector.ts';
import type { InspectorParts } from './recording-inspector.ts';

const entry = (at: number, from: string, fields: object) => JSON.stringify({ at, from, ...fields });
const rpc = (fields: object) => ({ message: { jsonrpc: '2.0', ...fields } });
const update = (fields: object) => rpc({ method: 'session/update', params: { sessionId: 's', update: fields } });
const chunk = (text: string) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

/** A v1 agent that says something, and asks for a file, which June cannot. */
const recording = [
  entry(0, 'client', rpc({ id: 0, method: 'initialize', params: { protocolVersion: 1 } })),
  entry(5, 'agent', rpc({ id: 0, result: { protocolVersion: 1, agentCapabilities: {} } })),
  entry(6, 'client', rpc({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } })),
  entry(7, 'agent', rpc({ id: 1, result: { sessionId: 's' } })),
  entry(
    10,
    'client',
    rpc({ id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [{ type: 'text', text: 'Hi' }] } }),
  ),
  entry(12, 'stderr', { text: 'hunter22-long' }),
  entry(30, 'agent', chunk('Hello ')),
  entry(31, 'agent', chunk('hunter22-long')),
  entry(35, 'agent', rpc({ id: 9, method: 'fs/read_text_file', params: { sessionId: 's', path: '/a' } })),
  entry(36, 'client', rpc({ id: 9, result: { content: 'x' } })),
  entry(40, 'agent', rpc({ id: 2, result: { stopReason: 'end_turn' } })),
];

function inspect(downloads: InspectorParts['downloads'] = {}) {
  return plainInspector(recording, { source: { kind: 'file', name: 'a.ndjson' }, isLive: false }, { downloads });
}

async function downloaded(what: 'recording' | 'masked' | 'state' | 'markdown', frame = 11): Promise<string> {
  const redact = redaction([], ['hunter22-long'], isSecretName);
  let text = '';
  for await (const part of inspect({ redact }).download({ what, frame, session: 's' })) text += part;
  return text;
}

test('[IP94] a recording of v1 is translated, with what is lost', async () => {
  const answer = await inspect().ask('bridge', { to: 'june', show: 'ledger', start: 0, end: 10, frame: 11 });
  expect(answer.from).toBe('v1');
  expect(answer.rows.map(({ frame, ledger }) => [frame, ...ledger.map(({ rule, kind }) => `${kind} ${rule}`)])).toEqual(
    expect.arrayContaining([[9, expect.stringContaining('client-method')]]),
  );
  expect(answer.rules.map(({ rule }) => rule)).toContain('client-method');
  const all = await inspect().ask('bridge', { to: 'june', show: 'all', start: 0, end: 20, frame: 6 });
  expect(all.rows.map(({ frame }) => frame)).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10, 11]);
  expect(all.place).toBe(4);
  await expect(inspect().ask('bridge', { to: '__proto__' as 'june', show: 'all', start: 0, end: 1 })).rejects.toThrow(
    'There is no such dialect.',
  );
});

test('[IP90] [IP91] the times of a recording', async () => {
  const view = await inspect().ask('time', {});
  expect(view.firstWords).toEqual([{ frame: 5, elapsed: 20 }]);
  expect(view.spans.map(({ frame, method, from, start, end }) => [frame, method, from, start, end])).toEqual([
    [1, 'initialize', 'client', 0, 5],
    [3, 'session/new', 'client', 6, 7],
    [5, 'session/prompt', 'client', 10, 40],
    [9, 'fs/read_text_file', 'agent', 35, 36],
  ]);
});

test('[IP96] a recording can be taken away, with and without its secrets, line by line', async () => {
  expect(await downloaded('recording')).toBe(recording.map((line) => `${line}\n`).join(''));
  const masked = await downloaded('masked');
  expect(
    masked
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  ).toEqual(recording.map((line) => JSON.parse(line.replaceAll('hunter22-long', '[redacted]'))));
  const nothingKnown = inspect().download({ what: 'masked', frame: 1 });
  await expect(nothingKnown[Symbol.asyncIterator]().next()).rejects.toThrow('It is not known here what is secret.');
});

test('[IP97] the state and the conversation are those of the frame', async () => {
  const text = (from: string) => JSON.parse(from).sessions.s.messages.map((one: { content: object[] }) => one.content);
  expect(text(await downloaded('state', 7))).toEqual([[{ type: 'text', text: 'Hello ' }]]);
  expect(text(await downloaded('state', 8))).toEqual([
    [
      { type: 'text', text: 'Hello ' },
      { type: 'text', text: 'hunter22-long' },
    ],
  ]);
  expect(await downloaded('markdown', 7)).toBe(
    '# Conversation\n\nSession `s` of `a.ndjson`, after frame 7.\n\n## User\n\n> Hi\n\n## Agent\n\n> Hello \n',
  );
  await expect(downloaded('markdown', 1)).rejects.toThrow('Frame 1 has no such session.');
});

test('[IP96] lines come whole however the text is cut, and a line that is too long is said to be left out', () => {
  const lines = new TextLines(5);
  expect([
    lines.push('a\r\nb'),
    lines.push('c\n\n123'),
    lines.push('45\n123456'),
    lines.push('7'),
    lines.push('\nz'),
    lines.end(),
  ]).toEqual([['a'], ['bc', ''], ['12345'], [], ['(a line of 7 characters was left out)'], ['z']]);
});
