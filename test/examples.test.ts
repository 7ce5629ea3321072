import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Peer } from '@emend/acp/jsonrpc';
import { launchAgent } from '@emend/acp/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildExamples } from './support/build.ts';
import { exampleFile, newFolder, runToEnd, startExample } from './support/example-programs.ts';
import { modelEndpoint } from './support/model-endpoint.ts';
import { repositoryFiles } from './support/repository.ts';

beforeAll(() => buildExamples());

const text = (said: string) => ({ type: 'text', text: said });
const chunk = (said: string) => ({ sessionUpdate: 'agent_message_chunk', content: text(said) });
const whole = (said: string) => ({ sessionUpdate: 'agent_message', content: [text(said)] });
const accepted = (said: string) => ({ sessionUpdate: 'user_message', content: [text(said)] });

test('there are six examples of less than 80 lines, and the list names them all', () => {
  const files = repositoryFiles('examples');
  const programs = files.filter(({ path }) => path.endsWith('.ts'));
  expect(programs.map(({ path }) => path)).toEqual(
    ['both-versions', 'guarded-agent', 'render-html', 'snapshot-agent', 'tool-agent', 'watch-traffic'].map(
      (name) => `examples/${name}.ts`,
    ),
  );
  expect(programs.filter((program) => program.text.trimEnd().split('\n').length >= 80)).toEqual([]);
  const list = files.find(({ path }) => path === 'examples/README.md')?.text ?? '';
  for (const { path } of programs) expect(list).toContain(`](${path.slice('examples/'.length)})`);
});

describe('guarded-agent', () => {
  test('appends while it can, and replaces the message once it holds a secret', async () => {
    await using agent = await startExample(['guarded-agent']);
    const session = await agent.client.newSession({ cwd: newFolder() });
    expect(await session.prompt('What is my key?')).toEqual({ stopReason: 'end_turn' });
    expect(agent.updates).toEqual([
      accepted('What is my key?'),
      chunk('Your key is sk-'),
      whole('Your key is [redacted]'),
      chunk('. '),
      chunk('Keep it safe.'),
    ]);
  });

  test('streams from an endpoint that the environment names, with the conversation so far', async () => {
    await using model = await modelEndpoint([['Hé', 'llo ', 'ghp_0123456789abcdef!'], ['Again.']]);
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'key-of-the-test', OPENAI_MODEL: 'small' };
    await using agent = await startExample(['guarded-agent'], { env });
    const session = await agent.client.newSession({ cwd: newFolder() });
    await session.prompt('One');
    await session.prompt('Two');
    expect(agent.updates).toEqual([
      accepted('One'),
      chunk('Hé'),
      chunk('llo '),
      chunk('[redacted]!'),
      accepted('Two'),
      chunk('Again.'),
    ]);
    const request = (...messages: unknown[]) => ({
      path: '/v1/chat/completions',
      authorization: 'Bearer key-of-the-test',
      body: { model: 'small', messages, stream: true },
    });
    const one = { role: 'user', content: 'One' };
    expect(model.requests).toEqual([
      request(one),
      request(one, { role: 'assistant', content: 'Héllo [redacted]!' }, { role: 'user', content: 'Two' }),
    ]);
  });

  test('hangs up on the model when the turn is cancelled', async () => {
    await using model = await modelEndpoint([{ hangs: ['Well, '] }]);
    await using agent = await startExample(['guarded-agent'], { env: { OPENAI_BASE_URL: model.url } });
    const session = await agent.client.newSession({ cwd: newFolder() });
    session.subscribe(() => {
      if (session.state.messages.length === 2) session.cancel();
    });
    expect(await session.prompt('Speak')).toEqual({ stopReason: 'cancelled' });
    await model.abandoned;
    expect(agent.updates).toEqual([accepted('Speak'), chunk('Well, ')]);
  });

  test('answers with an error, once, when the model does', async () => {
    await using model = await modelEndpoint([500, ['Back.']]);
    await using agent = await startExample(['guarded-agent'], { env: { OPENAI_BASE_URL: model.url } });
    const session = await agent.client.newSession({ cwd: newFolder() });
    await expect(session.prompt('One')).rejects.toMatchObject({ code: -32603 });
    expect(await session.prompt('Two')).toEqual({ stopReason: 'end_turn' });
  });
});

test('snapshot-agent sends nothing for what is unchanged, the rest for what has grown, all for what is new', async () => {
  await using agent = await startExample(['snapshot-agent']);
  const session = await agent.client.newSession({ cwd: newFolder() });
  expect(await session.prompt('Build')).toEqual({ stopReason: 'end_turn' });
  const plan = (compile: string, tests: string) => ({
    sessionUpdate: 'plan_update',
    plan: {
      type: 'items',
      id: 'main',
      entries: [
        { content: 'Compile', priority: 'medium', status: compile },
        { content: 'Test', priority: 'medium', status: tests },
      ],
    },
  });
  expect(agent.updates).toEqual([
    accepted('Build'),
    chunk('Compiling.'),
    plan('in_progress', 'pending'),
    chunk('\nTesting.'),
    plan('completed', 'in_progress'),
    chunk('\n12 tests passed.'),
    plan('completed', 'completed'),
    whole('Everything is built and tested.'),
  ]);
});

describe('tool-agent', () => {
  test('[A9, A28] asks, reports that it runs, and writes where the session works', async () => {
    const cwd = newFolder();
    const path = join(cwd, 'NOTES.md');
    writeFileSync(path, '- milk\n');
    await using agent = await startExample(['tool-agent'], { requestPermission: () => 'write' });
    const session = await agent.client.newSession({ cwd });
    expect(await session.prompt('eggs')).toEqual({ stopReason: 'end_turn' });
    expect(readFileSync(path, 'utf8')).toBe('- milk\n- eggs\n');
    expect(agent.updates).toEqual([
      accepted('eggs'),
      {
        sessionUpdate: 'tool_call_update',
        title: 'Add a line to NOTES.md',
        kind: 'edit',
        status: 'pending',
        locations: [{ path, line: 2 }],
        content: [{ type: 'diff', path, oldText: '- milk\n', newText: '- milk\n- eggs\n' }],
      },
      { sessionUpdate: 'tool_call_update', status: 'in_progress' },
      { sessionUpdate: 'tool_call_update', status: 'completed' },
      chunk('Noted: eggs'),
    ]);
  });

  test('writes nothing when the answer is no', async () => {
    const cwd = newFolder();
    await using agent = await startExample(['tool-agent'], { requestPermission: () => 'leave' });
    const session = await agent.client.newSession({ cwd });
    expect(await session.prompt('eggs')).toEqual({ stopReason: 'end_turn' });
    expect(existsSync(join(cwd, 'NOTES.md'))).toBe(false);
    expect(session.state.toolCalls.at(0)?.status).toBe('failed');
  });

  test('writes nothing when the turn is cancelled while it asks', async () => {
    const cwd = newFolder();
    await using agent = await startExample(['tool-agent'], {
      requestPermission: (_request, { session }) => {
        session.cancel();
        return 'write';
      },
    });
    const session = await agent.client.newSession({ cwd });
    expect(await session.prompt('eggs')).toEqual({ stopReason: 'cancelled' });
    expect(existsSync(join(cwd, 'NOTES.md'))).toBe(false);
  });

  test('says so when it cannot write', async () => {
    await using agent = await startExample(['tool-agent'], { requestPermission: () => 'write' });
    const session = await agent.client.newSession({ cwd: join(newFolder(), 'missing') });
    expect(await session.prompt('eggs')).toEqual({ stopReason: 'end_turn' });
    expect(session.state.toolCalls.at(0)?.status).toBe('failed');
    expect(agent.updates.at(-1)).toEqual(chunk('I could not write your notes.'));
  });
});

describe('render-html', () => {
  test('writes one page with everything escaped', async () => {
    const agent = [process.execPath, exampleFile('tool-agent')];
    expect(await runToEnd(exampleFile('render-html'), ['<b>&"eggs"', ...agent])).toEqual({
      status: 0,
      stderr: '',
      stdout: [
        '<!doctype html><meta charset="utf-8"><title>&lt;b&gt;&amp;&quot;eggs&quot;</title>',
        '<section class="user"><p>&lt;b&gt;&amp;&quot;eggs&quot;</p></section>',
        '<details open><summary>Add a line to NOTES.md · failed</summary>' +
          '<pre><span class="added">- &lt;b&gt;&amp;&quot;eggs&quot;</span></pre>' +
          '<p>You said no, so nothing was written.</p></details>',
        '<section class="agent"><p>I left your notes as they are.</p></section>\n',
      ].join('\n'),
    });
  });

  test('shows plans, and text that came in pieces as one', async () => {
    const { stdout } = await runToEnd(exampleFile('render-html'), [
      'Go',
      process.execPath,
      exampleFile('snapshot-agent'),
    ]);
    expect(stdout).toContain('<section class="agent"><p>Everything is built and tested.</p></section>');
    expect(stdout).toContain('<ol><li class="completed">Compile</li><li class="completed">Test</li></ol>');
  });

  test('tells how it is used', async () => {
    expect(await runToEnd(exampleFile('render-html'), [])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'usage: render-html PROMPT COMMAND [ARGS...]\n',
    });
  });
});

describe('watch-traffic', () => {
  const times = (stderr: string) => stderr.replace(/^ *\d+ ms /gm, '');

  test('passes both directions on and tells what went by', async () => {
    await using agent = await startExample(['watch-traffic', process.execPath, exampleFile('guarded-agent')]);
    const session = await agent.client.newSession({ cwd: newFolder() });
    expect(await session.prompt('Hi')).toEqual({ stopReason: 'end_turn' });
    expect(agent.updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'user_message',
      'agent_message_chunk',
      'agent_message',
      'agent_message_chunk',
      'agent_message_chunk',
    ]);
    await expect
      .poll(() => times(agent.stderr()).trimEnd().split('\n'))
      .toEqual([
        'client -> agent request initialize #1',
        'agent -> client response #1',
        'client -> agent request session/new #2',
        'agent -> client response #2',
        'client -> agent request session/prompt #3',
        'agent -> client notification session/update user_message',
        'agent -> client notification session/update agent_message_chunk',
        'agent -> client notification session/update agent_message',
        'agent -> client notification session/update agent_message_chunk',
        'agent -> client notification session/update agent_message_chunk',
        'agent -> client response #3',
      ]);
  });

  test('passes on what is no message, names it, and ends as the agent does', async () => {
    const agent = "console.log('starting up'); console.error('no licence'); process.exitCode = 3;";
    const { status, stdout, stderr } = await runToEnd(exampleFile('watch-traffic'), [process.execPath, '-e', agent]);
    expect({ status, stdout }).toEqual({ status: 3, stdout: 'starting up\n' });
    expect(times(stderr).trimEnd().split('\n').sort()).toEqual(['agent -> client noise "starting up"', 'no licence']);
  });

  test('tells how it is used', async () => {
    const used = { status: 2, stdout: '', stderr: 'usage: watch-traffic COMMAND [ARGS...]\n' };
    expect(await runToEnd(exampleFile('watch-traffic'), [])).toEqual(used);
  });
});

describe('both-versions', () => {
  test('serves a client of v2', async () => {
    await using agent = await startExample(['both-versions']);
    const session = await agent.client.newSession({ cwd: newFolder() });
    expect(await session.prompt('/capital Turkey')).toEqual({ stopReason: 'end_turn' });
    expect(agent.updates).toEqual([
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'capital', description: 'Names the capital of a country' }],
      },
      accepted('/capital Turkey'),
      chunk('The capital of Turkey is its largest city.'),
      { sessionUpdate: 'tool_call_update', title: 'Look up Turkey', kind: 'search', status: 'in_progress' },
      { sessionUpdate: 'tool_call_update', rawOutput: { capital: 'Ankara' }, status: 'completed' },
      whole('The capital of Turkey is Ankara.'),
    ]);
    expect(await session.prompt('Atlantis')).toEqual({ stopReason: 'end_turn' });
    expect(agent.updates.at(-1)).toEqual(whole('I do not know the capital of Atlantis.'));
  });

  test('serves a client of v1', async () => {
    const agent = await launchAgent(process.execPath, [exampleFile('both-versions')]);
    const updates: unknown[] = [];
    const client = new Peer(agent.transport, {
      notifications: { 'session/update': (params) => void updates.push((params as { update: unknown }).update) },
    });
    const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
    expect(await client.request('initialize', { protocolVersion: 1, clientCapabilities })).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'both-versions', version: '1.0.0' },
    });
    const opened = await client.request('session/new', { cwd: newFolder(), mcpServers: [] });
    const { sessionId } = opened as { sessionId: string };
    const answer = await client.request('session/prompt', { sessionId, prompt: [text('Brazil')] });
    expect(answer).toEqual({ stopReason: 'end_turn' });
    await client.close();
    const withoutIds = updates.map((update) => {
      const { messageId: _message, toolCallId: _call, _meta, ...rest } = update as Record<string, unknown>;
      return rest;
    });
    expect(withoutIds).toEqual([
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'capital', description: 'Names the capital of a country' }],
      },
      chunk('The capital of Brazil is its largest city.'),
      { sessionUpdate: 'tool_call', title: 'Look up Brazil', kind: 'search', status: 'in_progress' },
      { sessionUpdate: 'tool_call_update', rawOutput: { capital: 'Brasília' }, status: 'completed' },
      // v1 cannot change a message, so the corrected one is said anew.
      chunk('The capital of Brazil is Brasília.'),
    ]);
  });
});
