import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryPair } from '@emend/acp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Gate } from './gate.ts';
import { gatedTransport } from './gated-transport.ts';

let base: string;
let root: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'emend-gate-')));
  root = join(base, 'root');
  mkdirSync(join(root, 'inner'), { recursive: true });
  mkdirSync(join(base, 'root-beside'));
  mkdirSync(join(base, 'outside/inner'), { recursive: true });
  symlinkSync(join(base, 'outside/inner'), join(root, 'out'));
  symlinkSync(join(root, 'inner'), join(base, 'in'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const everywhere = { roots: [], cwd: undefined };
const request = (id: unknown, method: string, params: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const rooted = () => new Gate({ directories: { roots: [root], cwd: undefined }, sessions: 64 });
const answerOf = (gate: Gate, frame: string) => JSON.parse(gate.fromClient(frame).answer ?? 'null');

test.each([
  ['', true],
  ['/', true],
  ['/inner', true],
  ['/inner/..', true],
  ['/..', false],
  ['/../outside', false],
  ['/out', false],
  ['/out/..', false],
  ['/../root-beside', false],
  ['/../in', true],
  ['/missing', false],
])('[SV8] [W61] a session in ROOT%s may be opened: %s', (path, isAllowed) => {
  const cwd = `${root}${path}`;
  for (const [method, params] of [
    ['session/new', { cwd, mcpServers: [] }],
    ['session/new', { cwd: root, additionalDirectories: [root, cwd], mcpServers: [] }],
    ['session/load', { cwd, sessionId: 's' }],
    ['session/resume', { cwd, sessionId: 's' }],
    ['session/fork', { cwd, sessionId: 's' }],
    ['session/list', { cwd }],
  ] as const) {
    const frame = request(1, method, params);
    const why = path === '/missing' ? `there is no directory '${cwd}'.` : `'${cwd}' is not.`;
    const error = { code: -32602, message: `The sessions of this server must be in '${root}', and ${why}` };
    const passage = rooted().fromClient(frame);
    if (isAllowed) expect(passage).toEqual({ pass: frame });
    else expect(JSON.parse(passage.answer ?? '')).toEqual({ jsonrpc: '2.0', id: 1, error });
  }
});

test('[SV8] [W61] several roots are named, and a relative path is in none', () => {
  const other = join(base, 'outside');
  const gate = new Gate({ directories: { roots: [root, other], cwd: undefined }, sessions: 64 });
  expect(gate.fromClient(request(1, 'session/new', { cwd: join(root, 'out') })).answer).toBeUndefined();
  expect(answerOf(gate, request('a', 'session/new', { cwd: 'inner' }))).toEqual({
    jsonrpc: '2.0',
    id: 'a',
    error: {
      code: -32602,
      message: `The sessions of this server must be in '${root}' or '${other}', and 'inner' is not an absolute path.`,
    },
  });
});

test('[SV13] [W61] what is checked is what an agent reads: a member that can be read in two ways is refused', () => {
  const [cwd, outside] = [JSON.stringify(root), JSON.stringify(base)];
  const start = '{"jsonrpc":"2.0","id":1,"method":"session/new"';
  const twice = (name: string) => `The member '${name}' is given twice.`;
  const otherwise = (name: string) => `The member '${name}' is written in another way.`;
  for (const [message, frame] of [
    [twice('params.cwd'), `${start},"params":{"cwd":${outside},"\\u0063wd":${cwd}}}`],
    [twice('params.cwd'), `${start},"params":{"cwd":${cwd},"cwd":${outside}}}`],
    [twice('params.sessionId'), `${start},"params":{"cwd":${cwd},"sessionId":"a","sessionId":"b"}}`],
    [twice('params'), `${start},"params":{"cwd":${outside}},"params":{"cwd":${cwd}}}`],
    [twice('params'), `${start},"params":{"cwd":${outside}},"params":null}`],
    [twice('method'), `${start},"params":{"cwd":${outside}},"method":"session/cancel"}`],
    [twice('method'), `${start},"params":{"cwd":${outside}},"method":5}`],
    [twice('method'), `{"jsonrpc":"2.0","id":1,"method":"_x","params":{"cwd":${cwd}},"method":"session/new"}`],
    [twice('id'), `{"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":${cwd}},"id":1}`],
    [otherwise('params.cwd'), `${start},"params":{"cwd":${cwd},"CWD":${outside}}}`],
    [otherwise('params.sessionId'), `${start},"params":{"cwd":${cwd},"\u017fessionid":"a"}}`],
    [otherwise('method'), `{"jsonrpc":"2.0","id":1,"Method":"session/new","params":{"cwd":${outside}}}`],
  ] as const) {
    const { pass, answer = 'null' } = rooted().fromClient(frame);
    const error = { code: -32600, message };
    expect([pass, JSON.parse(answer)]).toEqual([undefined, { jsonrpc: '2.0', id: 1, error }]);
  }
});

test('[SV9] [W61] --cwd takes the place of the directories, and all else stays as it is written', () => {
  const gate = new Gate({ directories: { roots: [], cwd: '/srv' }, sessions: 64 });
  const frame =
    '{"id":12345678901234567890,"jsonrpc":"2.0","method":"session/new","params":{"n":1.0,"cwd":"C:\\\\x","additionalDirectories":["D:"]}}';
  expect(gate.fromClient(frame)).toEqual({
    pass: frame.replace('"C:\\\\x"', '"/srv"').replace('["D:"]', '[]'),
  });
  const prompt = request(2, 'session/prompt', { sessionId: 's', cwd: '/x' });
  expect(gate.fromClient(prompt)).toEqual({ pass: prompt });
});

test('[SV11] [W61] a batch with a refused request is refused as a whole, with exact ids', () => {
  const gate = rooted();
  const fine = request('fine', 'session/new', { cwd: root });
  const refused = `{"jsonrpc":"2.0","id":12345678901234567890,"method":"session/new","params":{"cwd":"/"}}`;
  const update = JSON.stringify({ jsonrpc: '2.0', method: 'x' });
  const { answer = '', pass } = gate.fromClient(`[${fine}, ${refused},${update}]`);
  expect(pass).toBeUndefined();
  expect(answer).toContain('"id":12345678901234567890');
  expect(JSON.parse(answer).map(({ error }: { error: { message: string } }) => error.message)).toEqual([
    'Another message of the batch was refused, so nothing of it was done.',
    `The sessions of this server must be in '${root}', and '/' is not.`,
  ]);
  const batch = `[${fine}, ${update}]`;
  expect(gate.fromClient(batch)).toEqual({ pass: batch });
});

test.each(['{"id":1,', '{'])(
  '[SV8] [W61] what an agent may take for a request is checked, too: %s"method":...',
  (start) => {
    const { answer, pass } = rooted().fromClient(`${start}"method":"session/new","params":{"cwd":"/"}}`);
    expect([JSON.parse(answer ?? '').error.code, pass]).toEqual([-32602, undefined]);
  },
);

// Two texts in one frame, and a carriage return at which some readers end a line, would hide a request from the check.
test.each([
  '',
  'not JSON',
  '{"jsonrpc":"2.0","method":"x"} {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/"}}',
  'x\r{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/"}}\r',
  '\ufeff{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/"}}',
])('[SV14] [W49] [W61] what is no JSON is answered and reaches no agent: %j', (frame) => {
  const error = { code: -32700, message: 'Parse error' };
  const { pass, answer = 'null' } = rooted().fromClient(frame);
  expect([pass, JSON.parse(answer)]).toEqual([undefined, { jsonrpc: '2.0', id: null, error }]);
});

test.each(['{"jsonrpc":"2.0","method":"x","params":{"cwd":"/"}}', '"x"', '{}', '[1]', '[]'])(
  'what is no request passes: %s',
  (frame) => {
    expect(rooted().fromClient(frame)).toEqual({ pass: frame });
  },
);

const response = (id: unknown, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result });
const failure = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: 'no' } });

test('[SV10] a connection has no more sessions than it may have', () => {
  const gate = new Gate({ directories: everywhere, sessions: 2 });
  const open = (id: number, method = 'session/new', params: object = {}) =>
    gate.fromClient(request(id, method, params)).answer;
  const error = {
    code: -32603,
    message: 'This server allows 2 sessions per connection. Close one first.',
    data: { reason: 'too_many_sessions', most: 2 },
  };
  expect([open(1), open(2)]).toEqual([undefined, undefined]);
  expect(JSON.parse(open(3) ?? '')).toEqual({ jsonrpc: '2.0', id: 3, error });
  gate.fromAgent(failure(2));
  gate.fromAgent(response(1, { sessionId: 'a' }));
  expect(open(4, 'session/load', { sessionId: 'b' })).toBeUndefined();
  gate.fromAgent(response(4, {}));
  // A session that is open may be loaded again, but not forked.
  expect(open(5, 'session/load', { sessionId: 'b' })).toBeUndefined();
  gate.fromAgent(response(5, {}));
  expect(open(6, 'session/fork', { sessionId: 'b' })).toContain('too_many_sessions');
  gate.fromClient(request(7, 'session/close', { sessionId: 'a' }));
  expect(open(8)).toContain('too_many_sessions');
  gate.fromAgent(response(7, {}));
  expect(open(9)).toBeUndefined();
  expect(gate.fromClient(`[${request(10, 'session/new', {})}]`).answer).toContain('too_many_sessions');
});

test('[SV7] [SV10] a session whose agent has ended is not counted, also if that is known before the session is', () => {
  const gate = new Gate({ directories: everywhere, sessions: 1 });
  const open = (id: number) => gate.fromClient(request(id, 'session/new', {})).answer === undefined;
  expect([open(1), open(2)]).toEqual([true, false]);
  gate.fromAgent(response(1, { sessionId: 'a' }));
  gate.sessionEnded('a');
  expect([open(3), open(4)]).toEqual([true, false]);
  gate.sessionEnded('b');
  gate.fromAgent(response(3, { sessionId: 'b' }));
  gate.sessionEnded('c');
  expect(open(5)).toBe(true);
  gate.fromAgent(response(5, { sessionId: 'c' }));
  expect(open(6)).toBe(false);
});

const inUse = 'A request with this id is still waiting for its answer.';

test('[SV15] [W46] an id that is in use does not hide a request', () => {
  const gate = new Gate({ directories: everywhere, sessions: 2 });
  const codes = (frame: string): unknown => {
    const answer = JSON.parse(gate.fromClient(frame).answer ?? 'null');
    return Array.isArray(answer) ? answer.map(({ error }) => error.code) : (answer?.error.code ?? 'passed');
  };
  const open = (id: string, method = 'session/new') => `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{}}`;
  expect(codes(open('5'))).toBe('passed');
  expect(JSON.parse(gate.fromClient(open('5')).answer ?? '')).toEqual({
    jsonrpc: '2.0',
    id: 5,
    error: { code: -32600, message: inUse },
  });
  expect([codes(open('5.0')), codes(open('5', 'x')), codes(open('{}')), codes(open('[5]'))]).toEqual(
    Array(4).fill(-32600),
  );
  expect(gate.fromClient(open('{}')).answer).toContain('"id":null');
  expect(codes(`[${open('"a"', 'x')},${open('"\\u0061"', 'x')}]`)).toEqual([-32602, -32600]);
  // Neither refusals nor what the client answers itself change what is counted.
  expect([codes(open('"5"')), codes(open('6'))]).toEqual(['passed', -32603]);
  expect([codes(open('7', 'x')), codes(open('7', 'session/prompt'))]).toEqual(['passed', -32600]);
  gate.fromAgent('{"result":{},"id":7,"jsonrpc":"2.0"}');
  gate.fromAgent(failure(5));
  expect([codes(open('7', 'session/prompt')), codes(open('5')), codes(open('8'))]).toEqual([
    'passed',
    'passed',
    -32603,
  ]);
});

test('[SV14] a transport with a gate delivers what passes and answers the rest', async () => {
  const [client, server] = memoryPair();
  const gated = gatedTransport(server, rooted());
  const inside = request(1, 'session/new', { cwd: root });
  for (const frame of [inside, request(2, 'session/new', { cwd: '/' }), 'noise']) client.send(frame);
  const delivered: unknown[] = [];
  const reading = (async () => {
    for await (const batch of gated.frames) delivered.push(...batch);
  })();
  gated.send(response(1, { sessionId: 's' }));
  const [first] = await Promise.all([client.frames[Symbol.asyncIterator]().next()]);
  await new Promise(setImmediate);
  await client.close();
  await reading;
  expect(delivered).toEqual([inside]);
  expect(first.value?.[0]).toContain('"id":1');
});
