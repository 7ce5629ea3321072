import { memoryPair, type Transport } from '@emend/acp';
import { permissionPolicy } from '@emend/acp/permissions';
import { expect, test } from 'vitest';
import { decidedTransport } from './decided-transport.ts';
import { PermissionRules } from './permission-rules.ts';

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const decide = permissionPolicy({
  rules: [
    { decision: 'reject', outside: '.', name: 'inside' },
    { decision: 'allow', kind: 'read' },
    { decision: 'allow', command: 'ls' },
  ],
});

function rules() {
  const log: string[] = [];
  const made = new PermissionRules({ file: 'rules.json', decide }, (line) => log.push(line));
  const message = (members: object) => JSON.stringify({ jsonrpc: '2.0', ...members });
  const open = (sessionId: string, cwd: string) => {
    made.fromClient(message({ id: 1, method: 'session/new', params: { cwd, mcpServers: [] } }));
    made.fromAgent(message({ id: 1, result: { sessionId } }));
  };
  const update = (sessionUpdate: string, members: object, sessionId = 's') => {
    const frame = message({ method: 'session/update', params: { sessionId, update: { sessionUpdate, ...members } } });
    expect(made.fromAgent(frame)).toEqual({ pass: frame, replies: [] });
  };
  const asks = (params: object, id: unknown = 7) =>
    message({ id, method: 'session/request_permission', params: { sessionId: 's', options, ...params } });
  const ask = (params: object): unknown => {
    const frame = asks(params);
    const { pass, replies } = made.fromAgent(frame);
    if (pass !== undefined) return pass === frame && replies.length === 0 ? 'asked' : { pass, replies };
    return replies.map((reply) => JSON.parse(reply).result.outcome.optionId).join();
  };
  return { made, log, open, update, asks, ask };
}

const locations = (path: string) => ({ locations: [{ path }] });

test('[SV30] requests are answered by what the request and earlier updates say of the tool call', () => {
  const { open, update, ask, log } = rules();
  open('s', '/project');
  update('tool_call', { toolCallId: 'a', title: 'A', kind: 'read', ...locations('/project/a') });
  update('tool_call', { toolCallId: 'b', title: 'B', kind: 'read' });
  update('tool_call_update', { toolCallId: 'b', ...locations('/etc/b') });
  update('tool_call_content_chunk', { toolCallId: 'c', content: { type: 'diff', path: '/etc/c', newText: '' } });
  expect(ask({ toolCall: { toolCallId: 'a' } })).toBe('yes');
  expect(ask({ toolCall: { toolCallId: 'b' } })).toBe('no');
  expect(ask({ toolCall: { toolCallId: 'c', kind: 'read' } })).toBe('no');
  expect(ask({ title: 'May I?', subject: { type: 'tool_call', toolCall: { toolCallId: 'a' } } })).toBe('yes');
  expect(ask({ title: 'May I?', subject: { type: 'command', command: 'ls', cwd: '/project' } })).toBe('yes');
  expect(ask({ title: 'May I?', subject: { type: 'command', command: 'rm a', cwd: '/project' } })).toBe('asked');
  expect(ask({ toolCall: { toolCallId: 'new', kind: 'edit', ...locations('/project/a') } })).toBe('asked');
  expect(log.slice(1, 3)).toEqual([
    'Permission for "read" of tool call "b" in session "s" was rejected by rule 1 of rules.json (inside) with option "no".',
    'Permission for "read" of tool call "c" in session "s" was rejected by rule 1 of rules.json (inside) with option "no".',
  ]);
  expect(log.at(-1)).toBe(
    'Permission for "edit" of tool call "new" in session "s": no rule of rules.json matches, so the client is asked.',
  );
});

test('[SV30] what was said of a tool call in an earlier turn, or before it ended, is no reason to allow', () => {
  const { made, open, update, ask } = rules();
  const message = (members: object) => JSON.stringify({ jsonrpc: '2.0', ...members });
  const prompt = (id: number) => made.fromClient(message({ id, method: 'session/prompt', params: { sessionId: 's' } }));
  const answer = (id: number) => made.fromAgent(message({ id, result: { stopReason: 'end_turn' } }));
  const call = { toolCall: { toolCallId: 'call_1' } };
  const reads = { toolCallId: 'call_1', kind: 'read', ...locations('/project/a') };
  open('s', '/project');
  prompt(2);
  update('tool_call_update', reads);
  // Another prompt waits.
  prompt(3);
  expect(ask(call)).toBe('yes');
  answer(2);
  update('tool_call_update', { toolCallId: 'call_1', title: 'Delete', rawInput: { command: 'rm -rf x' } });
  expect(ask(call)).toBe('asked');
  update('tool_call_update', { ...reads, rawInput: null });
  expect(ask(call)).toBe('yes');
  update('tool_call_update', { toolCallId: 'call_1', status: 'completed' });
  update('tool_call_update', { toolCallId: 'call_1', title: 'Delete' });
  expect(ask(call)).toBe('asked');
  update('tool_call_update', { toolCallId: 'call_1', ...locations('/etc/a') });
  made.fromAgent(message({ id: 3, error: { code: -32603, message: 'Failed' } }));
  expect(ask({ toolCall: { toolCallId: 'call_1', kind: 'read' } })).toBe('no');
  prompt(4);
  expect(ask({ toolCall: { toolCallId: 'call_1', kind: 'read', ...locations('/project/a') } })).toBe('yes');
});

test('[SV30] a session whose directory is not known has nothing that is allowed', () => {
  const { ask, open } = rules();
  const call = { toolCall: { toolCallId: 'a', kind: 'read', ...locations('/project/a') } };
  expect(ask(call)).toBe('no');
  open('s', '/other');
  expect(ask(call)).toBe('no');
  open('s', '/project');
  expect(ask(call)).toBe('yes');
});

test('[SV30] a session that is loaded is known before the answer', () => {
  const { made, update, ask } = rules();
  const params = { sessionId: 's', cwd: '/project', mcpServers: [] };
  made.fromClient(JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'session/load', params }]));
  update('tool_call', { toolCallId: 'a', kind: 'read', ...locations('a') });
  expect(ask({ toolCall: { toolCallId: 'a' } })).toBe('yes');
});

test('[SV30] of a batch, only what is not decided goes on; what cannot be read goes on as it is', () => {
  const { made, open, asks } = rules();
  open('s', '/project');
  const [decided, left] = ['read', 'edit'].map((kind) =>
    asks({ toolCall: { toolCallId: kind, kind, ...locations('a') } }),
  );
  expect(made.fromAgent(`[${decided},${left}]`)).toEqual({
    pass: `[${left}]`,
    replies: ['{"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}'],
  });
  for (const frame of ['request_permission', '{"method":"session/request_permission","id":1,"jsonrpc":"2.0"}', '[]'])
    expect(made.fromAgent(frame)).toEqual({ pass: frame, replies: [] });
});

test('[SV30] the agent gets the answer, and the client only what it is asked', async () => {
  const { made, asks, open } = rules();
  open('s', '/project');
  const [client, near] = memoryPair();
  const agent = decidedTransport(near, made);
  const reading = all(agent);
  agent.send(asks({ toolCall: { toolCallId: 'a', kind: 'read', ...locations('a') } }, 'first'));
  client.send('{"from":"client"}');
  agent.send(asks({ toolCall: { toolCallId: 'b', kind: 'edit', ...locations('a') } }, 'second'));
  await agent.close();
  const asked = await all(client);
  await client.close();
  expect(asked.map((frame) => JSON.parse(frame).id)).toEqual(['second']);
  const received = (await reading).map((frame) => JSON.parse(frame));
  expect(received.filter(({ id }) => id === 'first')).toEqual([
    { jsonrpc: '2.0', id: 'first', result: { outcome: { outcome: 'selected', optionId: 'yes' } } },
  ]);
});

async function all(transport: Transport): Promise<string[]> {
  const frames: string[] = [];
  for await (const batch of transport.frames) frames.push(...batch.map(String));
  return frames;
}
