import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { runEmend } from '../test-support/built-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-validate-'));
beforeAll(buildPackages);
afterAll(() => rmSync(folder, { recursive: true }));

const good =
  '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","messageId":"m","content":{"type":"text","text":"x"}}}}';
const bad = good.replace('"text":"x"', '"text":7');

describe('emend validate', () => {
  test('problems to standard output, the summary to standard error, status 1 for errors only', async () => {
    expect(await runEmend(['validate'], `${good}\n${bad}\n`)).toEqual({
      status: 1,
      stdout: '2:params.update.content.text: error: expected string, found number 7\n',
      stderr: 'standard input: 2 lines checked against v2, 1 error, 0 warnings\n',
    });
    expect(await runEmend(['validate', '-'], good.replace('"m"', '""'))).toEqual({
      status: 0,
      stdout: '1:params.update.messageId: warning: the id is empty\n',
      stderr: 'standard input: 1 line checked against v2, 0 errors, 1 warning\n',
    });
  });

  test('bad lines are named and the others still checked: BOM, CRLF, binary, a cut line, no newline at the end', async () => {
    const file = join(folder, 'mixed.ndjson');
    const lines = [
      Buffer.from(`\ufeff${good}\r\n`),
      Buffer.from([0, 255, 254, 10]),
      Buffer.from(`${good.slice(0, 40)}\n\n${bad}`),
    ];
    writeFileSync(file, Buffer.concat(lines));
    const { status, stdout } = await runEmend(['validate', file]);
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: [
        '1: warning: skipped a byte order mark at the start',
        '2: error: expected a JSON text, found bytes that are not UTF-8',
        '3: error: expected a JSON text, found a line that ends too early',
        '5:params.update.content.text: error: expected string, found number 7',
        '',
      ].join('\n'),
    });
  });

  test('--lint also tells what is valid and looks wrong, which does not change the status', async () => {
    const prompt =
      '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"p"}]}}';
    const answer = '{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}';
    const list = '{"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}';
    const input = `${prompt}\n${good}\n${answer}\n${good}\n${list}\n`;
    const late =
      '4:params.update: hint: the agent went on after it had answered the prompt (frame 3) [update-after-turn]\n';
    const open = '5:id: hint: session/list was never answered [request-unanswered]\n';
    expect(await runEmend(['validate', '--lint'], input)).toEqual({
      status: 0,
      stdout: late + open,
      stderr: 'standard input: 5 lines checked against v2, 0 errors, 0 warnings, 2 hints\n',
    });
    expect(await runEmend(['validate', '--lint'], `${prompt}\n${good}\n${answer}\n`)).toEqual({
      status: 0,
      stdout: '',
      stderr: 'standard input: 3 lines checked against v2, no problems\n',
    });
    expect(await runEmend(['validate'], input)).toMatchObject({ status: 0, stdout: '' });
    const file = join(folder, 'late.ndjson');
    const entry = (message: string, at: number, from: string) => `{"at":${at},"from":"${from}","message":${message}}`;
    const recording = [
      entry(prompt, 0, 'client'),
      '{"at":5,"from":"agent","text":"thinking"}',
      entry(answer, 70000, 'agent'),
      entry(bad, 70001, 'agent'),
    ];
    writeFileSync(file, recording.join('\n'));
    expect(await runEmend(['validate', '--lint', file, '-'], input)).toEqual({
      status: 1,
      stdout: [
        `${file}:2: warning: the agent wrote a line that is not a message\n`,
        `${file}:3: hint: the agent was silent for 70 s before this, in a turn [silent-turn]\n`,
        `${file}:4:params.update.content.text: error: expected string, found number 7\n`,
        `-:${late}`,
        `-:${open}`,
      ].join(''),
      stderr:
        `${file}: 4 lines checked against v2, 1 error, 1 warning, 1 hint\n` +
        'standard input: 5 lines checked against v2, 0 errors, 0 warnings, 2 hints\n',
    });
  });

  test('a missing file, a directory and wrong usage', async () => {
    const missing = join(folder, 'missing.ndjson');
    expect(await runEmend(['validate', missing])).toEqual({
      status: 1,
      stdout: '',
      stderr: `emend: There is no file ${missing}.\n`,
    });
    expect(await runEmend(['validate', folder])).toEqual({
      status: 1,
      stdout: '',
      stderr: `emend: ${folder} is a directory, not a file.\n`,
    });
    expect((await runEmend(['validate', '--protocol', '3'])).status).toBe(2);
    expect((await runEmend(['validate', '--strict'])).status).toBe(2);
  });

  test('a recording is checked against the version that its handshake chose, unless told otherwise', async () => {
    const recording = [
      {
        at: 0,
        from: 'client',
        message: { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } },
      },
      { at: 1, from: 'stderr', text: 'booting' },
      { at: 2, from: 'agent', text: 'Welcome!' },
      { at: 3, from: 'agent', message: { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } } },
      { at: 4, from: 'agent', message: JSON.parse(good.replace('"messageId":"m",', '')) },
    ];
    const input = recording.map((entry) => JSON.stringify(entry)).join('\n');
    const noise = '3: warning: the agent wrote a line that is not a message\n';
    expect(await runEmend(['validate'], input)).toEqual({
      status: 0,
      stdout: noise,
      stderr: 'standard input: 5 lines checked against v1, 0 errors, 1 warning\n',
    });
    expect(await runEmend(['validate', '--protocol', '2'], input)).toEqual({
      status: 1,
      stdout: `${noise}5:params.update.messageId: error: expected string, found nothing\n`,
      stderr:
        'standard input: 5 lines checked against v2, 1 error, 1 warning\n' +
        'If it is a stream of v1, try `emend validate --protocol 1`.\n',
    });
  });

  test('messages without a handshake are checked against v2, since what they lack may be a mistake', async () => {
    expect(await runEmend(['validate'], `${good.replace('"messageId":"m",', '')}\n`)).toEqual({
      status: 1,
      stdout: '1:params.update.messageId: error: expected string, found nothing\n',
      stderr:
        'standard input: 1 line checked against v2, 1 error, 0 warnings\n' +
        'If it is a stream of v1, try `emend validate --protocol 1`.\n',
    });
  });

  test('several files are checked one by one, and each line begins with the name of its file', async () => {
    const [first, second, missing] = ['first', 'second', 'missing'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(first, `${bad}\n`);
    // A stream of its own: the handshake of another file says nothing about it.
    writeFileSync(
      second,
      `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}\n${good.replace('"messageId":"m",', '')}\n${bad}\n`,
    );
    expect(await runEmend(['validate', first, missing, second, '-'], bad)).toEqual({
      status: 1,
      stdout: [
        `${first}:1:params.update.content.text: error: expected string, found number 7\n`,
        `${second}:1:id: warning: no open request with this id was seen\n`,
        `${second}:3:params.update.content.text: error: expected string, found number 7\n`,
        '-:1:params.update.content.text: error: expected string, found number 7\n',
      ].join(''),
      stderr: [
        `${first}: 1 line checked against v2, 1 error, 0 warnings\n`,
        `emend: There is no file ${missing}.\n`,
        `${second}: 3 lines checked against v1, 1 error, 1 warning\n`,
        'standard input: 1 line checked against v2, 1 error, 0 warnings\n',
      ].join(''),
    });
    expect((await runEmend(['validate', second, second, '--protocol', '2'])).status).toBe(1);
    writeFileSync(first, `${good}\n`);
    expect(await runEmend(['validate', first, first])).toMatchObject({ status: 0, stdout: '' });
  });

  const initialize = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2}}';
  const initializeInNovember =
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"c","version":"1"}}}';
  const answer = (result: object) => JSON.stringify({ jsonrpc: '2.0', id: 0, result });
  const updated = (update: object) =>
    JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });
  const november = 'checked against the November draft of v2, no problems\n';

  test.each([
    ['info', [initialize, answer({ protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: {} }), good]],
    ['a state, late', [good, good, updated({ sessionUpdate: 'state_update', state: 'idle' })]],
    ['planId', [updated({ sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p', entries: [] } })]],
    [
      'a diff with changes',
      [
        updated({
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c',
          content: [{ type: 'diff', changes: [{ operation: 'delete', path: '/a' }] }],
        }),
      ],
    ],
  ])('a stream is checked against the November draft if it has %s', async (_, lines) => {
    const all = lines.map((line) => (line === initialize ? initializeInNovember : line));
    expect(await runEmend(['validate'], `${all.join('\n')}\n`)).toEqual({
      status: 0,
      stdout: '',
      stderr: `standard input: ${lines.length === 1 ? '1 line' : `${lines.length} lines`} ${november}`,
    });
  });

  test('the November draft has its own rules for ids and batches', async () => {
    const lines = [
      '{"jsonrpc":"2.0","id":null,"method":"session/list","params":{}}',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
      `[${good}]`,
      '{"jsonrpc":"2.0","method":"no_such"}',
    ];
    expect(await runEmend(['validate', '--protocol', 'november'], lines.join('\n'))).toEqual({
      status: 1,
      stdout: [
        '1:id: error: expected string or integer, found null\n',
        '3: error: expected one message, found a batch, which the November draft of v2 does not have\n',
        '4:method: warning: "no_such" is not a method of the November draft of v2; methods of extensions begin with "_"\n',
      ].join(''),
      stderr: 'standard input: 4 lines checked against the November draft of v2, 2 errors, 1 warning\n',
    });
  });

  test('a handshake or a name decides for June, whatever comes later', async () => {
    const state = updated({ sessionUpdate: 'state_update', state: 'idle' });
    const june = [initialize, answer({ protocolVersion: 2, capabilities: {} }), state];
    const warned = {
      status: 0,
      stdout: expect.stringMatching(/^\d:.*warning: .*\n$/),
      stderr: expect.stringContaining('checked against v2'),
    };
    expect(await runEmend(['validate'], june.join('\n'))).toEqual(warned);
    for (const name of ['2', 'june'])
      expect(await runEmend(['validate', '--protocol', name], state)).toEqual({
        ...warned,
        stderr: expect.stringContaining('try `emend validate --protocol november`'),
      });
  });

  test('a category of configuration options that v1 has today is no surprise', async () => {
    const option = { type: 'select', id: 'c', name: 'n', category: 'model_config', currentValue: 'a', options: [] };
    const line = updated({ sessionUpdate: 'config_option_update', configOptions: [option] });
    expect(await runEmend(['validate', '--protocol', '1'], line)).toMatchObject({ status: 0, stdout: '' });
  });

  test('an empty input is fine', async () => {
    expect(await runEmend(['validate'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'standard input: 0 lines checked against v2, no problems\n',
    });
  });
});

describe('emend schema', () => {
  test.each(['1', '2', 'june', 'november'])('prints the schema of %s, which tells messages apart', async (version) => {
    const { status, stdout, stderr } = await runEmend(['schema', version]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const isValid = new Ajv2020({ strict: false }).compile(JSON.parse(stdout));
    expect(isValid(JSON.parse(good))).toBe(true);
    expect(isValid(JSON.parse(bad))).toBe(false);
    expect(isValid({ jsonrpc: '2.0', method: '_own' })).toBe(true);
    expect(isValid([JSON.parse(good)])).toBe(version === '2' || version === 'june');
  });

  test('another version is wrong usage', async () => {
    expect((await runEmend(['schema', '3'])).status).toBe(2);
    expect((await runEmend(['schema'])).status).toBe(2);
  });
});
