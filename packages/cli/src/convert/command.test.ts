import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runEmend } from '../test-support/built-command.ts';

const update = (sessionUpdate: string, fields: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: { sessionUpdate, ...fields } },
});
const chunk = (text: string, messageId?: string) =>
  update('agent_message_chunk', { content: { type: 'text', text }, ...(messageId === undefined ? {} : { messageId }) });
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const read = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('a bare v1 stream becomes a bare v2 stream', async () => {
  const { status, stdout, stderr } = await runEmend(
    ['convert', '--to', '2'],
    lines(chunk('a'), update('tool_call', { toolCallId: 'c', title: 'T' }), chunk('b')),
  );
  expect({ status, messages: read(stdout), stderr }).toEqual({
    status: 0,
    messages: [
      chunk('a', 'emend-1'),
      update('tool_call_update', { toolCallId: 'c', title: 'T' }),
      chunk('b', 'emend-2'),
    ],
    stderr: '0 losses and 2 repairs; --losses FILE lists them.\n',
  });
});

test('a recording stays a recording, with what is beside its messages', async () => {
  const at = (time: number, from: string, fields: object) => ({ at: time, from, ...fields });
  const prompt = { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } };
  const end = { jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn' } };
  const { status, stdout } = await runEmend(
    ['convert', '--to', '1', '-'],
    lines(
      at(0, 'client', { message: prompt }),
      at(1, 'stderr', { text: 'hello' }),
      at(2, 'agent', {
        message: update('agent_message', {
          messageId: 'm',
          content: [
            { type: 'text', text: 'a' },
            { type: 'image', data: '', mimeType: 'x' },
          ],
        }),
      }),
      at(3.5, 'agent', { message: end }),
    ),
  );
  expect({ status, entries: read(stdout) }).toEqual({
    status: 0,
    entries: [
      at(0, 'client', { message: prompt }),
      at(1, 'stderr', { text: 'hello' }),
      at(2, 'agent', { message: chunk('a', 'm') }),
      at(2, 'agent', {
        message: update('agent_message_chunk', { messageId: 'm', content: { type: 'image', data: '', mimeType: 'x' } }),
      }),
      at(3.5, 'agent', { message: end }),
    ],
  });
});

test('a stream of the asked version is written byte for byte', async () => {
  const v2 =
    '{"jsonrpc":"2.0",  "method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"usage_update","used":1.0,"size":2}}}\r\n{"jsonrpc":"2.0","method":"x"}';
  expect(await runEmend(['convert', '--to', '2'], v2)).toEqual({ status: 0, stdout: v2, stderr: '' });
  const v1 = lines(chunk('a'));
  expect(await runEmend(['convert', '--to', '1'], v1)).toEqual({ status: 0, stdout: v1, stderr: '' });
  expect(await runEmend(['convert', '--to', '1'], '')).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('the ledger goes to its file, and losses do not change the status', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emend-'));
  const file = join(folder, 'lost.ndjson');
  const rewritten = lines(chunk('a', 'm'), update('agent_message', { messageId: 'm', content: [] }));
  const { status, stdout, stderr } = await runEmend(['convert', '--to', '1', '--losses', file], rewritten);
  expect([status, read(stdout), stderr]).toEqual([0, [chunk('a', 'm')], `1 loss and 0 repairs, listed in ${file}.\n`]);
  expect(read(readFileSync(file, 'utf8'))).toMatchObject([
    { kind: 'loss', rule: 'rewrite', direction: '2to1', sessionId: 's', messageId: 'm', path: 'content' },
  ]);
  rmSync(folder, { recursive: true });
  const missing = await runEmend(['convert', '--to', '1', '--losses', join(folder, 'x')], rewritten);
  expect([missing.status, missing.stdout]).toEqual([1, '']);
});

test('--rewrite error and skipped lines make the status 1, after all other output', async () => {
  const rewritten = [chunk('a', 'm'), update('agent_message', { messageId: 'm', content: [] }), chunk('b', 'm')];
  const refused = await runEmend(['convert', '--to', '1', '--rewrite', 'error'], lines(...rewritten));
  expect([refused.status, read(refused.stdout)]).toEqual([1, [chunk('a', 'm'), chunk('b', 'm')]]);
  expect(refused.stderr).toContain(
    'standard input: Text was replaced or cleared after it was sent, 1 time; --rewrite error left that out.\n',
  );
  const skipped = await runEmend(['convert', '--to', '2'], `${lines(chunk('a'))}{"cut\n7\n${lines(chunk('b'))}`);
  expect([skipped.status, read(skipped.stdout)]).toEqual([1, [chunk('a', 'emend-1'), chunk('b', 'emend-1')]]);
  expect(skipped.stderr).toContain(
    'standard input:2: skipped: expected a JSON text, found a line that ends too early\n',
  );
  expect(skipped.stderr).toContain('standard input:3: skipped: expected a JSON-RPC message\n');
});

test('wrong usage is 2, a missing file 1', async () => {
  expect((await runEmend(['convert'], '')).status).toBe(2);
  expect((await runEmend(['convert', '--to', '3'], '')).status).toBe(2);
  expect((await runEmend(['convert', '--to', '1', '--rewrite', 'undo'], '')).status).toBe(2);
  expect((await runEmend(['convert', '--to', '1', '/no/such/file'], '')).status).toBe(1);
});

test.each(['1', '2'])(
  'a line nested too deep to be written again is skipped on the way to v%s, the others are converted',
  async (to) => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const params = (fields: string) => `{"sessionId":"s","update":{${fields}}}`;
    const notify = (rest: string) => `{"jsonrpc":"2.0","method":"session/update",${rest}}\n`;
    const inBlock = `"sessionUpdate":"agent_message_chunk","messageId":"m","content":{"type":"text","text":"x","own":${deep}}`;
    const first =
      to === '1' ? update('agent_message', { messageId: 'm', content: [] }) : update('plan', { entries: [] });
    const { status, stdout, stderr } = await runEmend(
      ['convert', '--to', to],
      lines(first) +
        notify(`"params":${params(`"sessionUpdate":"later","deep":${deep}`)}`) +
        notify(`"params":${params(inBlock)}`) +
        notify(`"own":${deep},"params":{}`) +
        lines(chunk('after', 'm')),
    );
    const skipped = [2, 3, 4].map(
      (line) => `standard input:${line}: skipped: expected at most 1016 levels of nesting, found more\n`,
    );
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(skipped.join('')) });
    expect(read(stdout).at(-1)).toMatchObject({ params: { update: { content: { text: 'after' } } } });
  },
);

test('numbers that a double cannot hold keep their digits, or are losses; ids are exact', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emend-convert-'));
  const file = join(folder, 'losses.ndjson');
  const call = (fields: string) =>
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{${fields}}}}`;
  const id = '9007199254740993';
  const lines = [
    call(`"sessionUpdate":"tool_call","toolCallId":"c","title":"T","rawInput":{"n":${id},"m":-0},"rawOutput":${id}`),
    `{"at":1.5,"from":"client","message":{"jsonrpc":"2.0","id":${id},"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}}`,
    `{"at":2,"from":"agent","message":{"jsonrpc":"2.0","id":${id},"result":{"stopReason":"end_turn","_meta":{"t":1e400}}}}`,
  ];
  try {
    const { status, stdout, stderr } = await runEmend(
      ['convert', '--to', '2', '--losses', file],
      `${lines.join('\n')}\n`,
    );
    expect({ status, stdout: stdout.split('\n'), stderr, losses: read(readFileSync(file, 'utf8')) }).toEqual({
      status: 0,
      stdout: [
        call(
          `"sessionUpdate":"tool_call_update","toolCallId":"c","title":"T","rawInput":{"n":${id},"m":-0},"rawOutput":9007199254740992`,
        ),
        lines[1],
        lines[2],
        '',
      ],
      stderr: `1 loss and 1 repair, listed in ${file}.\n`,
      losses: [
        {
          kind: 'loss',
          rule: 'number',
          direction: '1to2',
          sessionId: 's',
          path: 'params.update.rawOutput',
          lost: id,
          done: 'sent as 9007199254740992',
        },
        expect.objectContaining({ kind: 'repair', rule: 'open-tool-call' }),
      ],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
