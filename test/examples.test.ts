import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildExamples } from './support/build.ts';
import {
  accepted,
  chunk,
  exampleFile,
  newFolder,
  runToEnd,
  startAsV1,
  startExample,
  text,
  whole,
} from './support/example-programs.ts';
import { modelEndpoint } from './support/model-endpoint.ts';
import { repositoryFiles } from './support/repository.ts';

beforeAll(() => buildExamples());

test('there are nine examples of less than 80 lines and one with a page, and the list names them all', () => {
  const apart = ['examples/ai-sdk-agent/', 'examples/assistant-ui/'];
  const files = repositoryFiles('examples').filter(({ path }) => !apart.some((folder) => path.startsWith(folder)));
  const [web, programs] = [true, false].map((isWeb) =>
    files.filter(({ path }) => /\.tsx?$/.test(path) && path.startsWith('examples/web-agent/') === isWeb),
  ) as [typeof files, typeof files];
  expect(programs.map(({ path }) => path)).toEqual(
    [
      'ag-ui-events',
      'both-versions',
      'guarded-agent',
      'relay-server',
      'render-html',
      'several-nodes',
      'snapshot-agent',
      'tool-agent',
      'watch-traffic',
    ].map((name) => `examples/${name}.ts`),
  );
  expect(programs.filter((program) => program.text.trimEnd().split('\n').length >= 80)).toEqual([]);
  const list = files.find(({ path }) => path === 'examples/README.md')?.text ?? '';
  expect(web.map(({ path }) => path.slice('examples/web-agent/'.length))).toEqual([
    'agent.ts',
    'page-files.ts',
    'page/connection-state.tsx',
    'page/conversation.tsx',
    'page/open-conversation.ts',
    'page/page.tsx',
    'page/questions.ts',
    'page/row.tsx',
    'server.ts',
  ]);
  for (const { path } of programs) expect(list).toContain(`](${path.slice('examples/'.length)})`);
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

  test('keeps what the person changes while the question is open', async () => {
    const cwd = newFolder();
    const path = join(cwd, 'NOTES.md');
    writeFileSync(path, '- milk');
    await using agent = await startExample(['tool-agent'], {
      requestPermission: () => {
        writeFileSync(path, '- milk\n- bread\n');
        return 'write';
      },
    });
    const session = await agent.client.newSession({ cwd });
    expect(await session.prompt('eggs')).toEqual({ stopReason: 'end_turn' });
    expect(readFileSync(path, 'utf8')).toBe('- milk\n- bread\n');
    expect(readdirSync(cwd)).toEqual(['NOTES.md']);
    const reason = 'The file was changed meanwhile, so nothing was written.';
    expect(agent.updates.slice(-3)).toEqual([
      { sessionUpdate: 'tool_call_content_chunk', content: { type: 'content', content: text(reason) } },
      { sessionUpdate: 'tool_call_update', status: 'failed' },
      chunk('I could not write your notes.'),
    ]);
  });

  test('does not take notes that it cannot read for none, and ends a last line that has no end', async () => {
    const cwd = newFolder();
    const path = join(cwd, 'NOTES.md');
    mkdirSync(path);
    await using agent = await startExample(['tool-agent'], { requestPermission: () => 'write' });
    const session = await agent.client.newSession({ cwd });
    await expect(session.prompt('eggs')).rejects.toMatchObject({
      message: expect.stringMatching(/^The notes cannot be read: EISDIR/),
    });
    rmSync(path, { recursive: true });
    writeFileSync(path, '- milk');
    await session.prompt('eggs');
    expect(readFileSync(path, 'utf8')).toBe('- milk\n- eggs\n');
    expect(readdirSync(cwd)).toEqual(['NOTES.md']);
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
    const { stdout, ...rest } = await runToEnd(exampleFile('render-html'), ['<b>&"eggs"', ...agent]);
    expect({ ...rest, stdout: stdout.replace(/<h4>.*\/(?=NOTES\.md<)/, '<h4>') }).toEqual({
      status: 0,
      stderr: '',
      stdout: [
        '<!doctype html><meta charset="utf-8"><title>&lt;b&gt;&amp;&quot;eggs&quot;</title>',
        '<section class="user"><p>&lt;b&gt;&amp;&quot;eggs&quot;</p></section>',
        '<details open><summary>Add a line to NOTES.md · failed</summary>' +
          '<h4>NOTES.md</h4><pre><span class="added">- &lt;b&gt;&amp;&quot;eggs&quot;</span></pre>' +
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

  const node = (program: string) => [process.execPath, '-e', program];

  test.each([
    ['is missing', ['no-such-agent'], '600', "The command 'no-such-agent' was not found."],
    [
      'ends',
      node("console.error('no licence'); process.exit(3)"),
      '600',
      "The agent's process ended with code 3. no licence",
    ],
    ['is silent', node('process.stdin.resume()'), '1', 'The agent took too long.'],
  ])('says in one line that an agent %s', async (_, agent, seconds, reason) => {
    expect(await runToEnd(exampleFile('render-html'), ['Hi', ...agent], { RENDER_SECONDS: seconds })).toEqual({
      status: 1,
      stdout: '',
      stderr: `render-html: ${reason}\n`,
    });
  });

  test('gives up an agent that falls silent in the middle of a turn', async () => {
    await using model = await modelEndpoint([{ hangs: ['Well, '] }]);
    const agent = [process.execPath, exampleFile('guarded-agent')];
    const env = { OPENAI_BASE_URL: model.url, RENDER_SECONDS: '2' };
    const ended = await runToEnd(exampleFile('render-html'), ['Hi', ...agent], env);
    expect(ended).toEqual({ status: 1, stdout: '', stderr: 'render-html: The agent took too long.\n' });
  });

  test('shows why a turn ended, if it did not come to its end', async () => {
    const body = 'data: {"choices":[{"delta":{"content":"Well"},"finish_reason":"length"}]}\n\n';
    await using model = await modelEndpoint([{ body }]);
    const agent = [process.execPath, exampleFile('guarded-agent')];
    const { stdout } = await runToEnd(exampleFile('render-html'), ['Hi', ...agent], { OPENAI_BASE_URL: model.url });
    expect(stdout.split('\n').slice(2)).toEqual([
      '<section class="agent"><p>Well</p></section>',
      '<p class="stopped">max_tokens</p>',
      '',
    ]);
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
    await using agent = await startExample(['watch-traffic', process.execPath, exampleFile('snapshot-agent')]);
    const session = await agent.client.newSession({ cwd: newFolder() });
    expect(await session.prompt('Build')).toEqual({ stopReason: 'end_turn' });
    const updates = agent.updates.map(({ sessionUpdate }) => sessionUpdate);
    expect(updates).toEqual([
      'user_message',
      'agent_message_chunk',
      'plan_update',
      'agent_message_chunk',
      'plan_update',
      'agent_message_chunk',
      'plan_update',
      'agent_message',
    ]);
    await expect
      .poll(() => times(agent.stderr()).trimEnd().split('\n'))
      .toEqual([
        'client -> agent request initialize #1',
        'agent -> client response #1',
        'client -> agent request session/new #2',
        'agent -> client response #2',
        'client -> agent request session/prompt #3',
        ...updates.map((update) => `agent -> client notification session/update ${update}`),
        'agent -> client response #3',
      ]);
  });

  test('passes on what is no message, names it, and ends as the agent does', async () => {
    const agent = "console.log('starting up'); console.error('no licence'); process.exitCode = 3;";
    const { status, stdout, stderr } = await runToEnd(exampleFile('watch-traffic'), [process.execPath, '-e', agent]);
    expect({ status, stdout }).toEqual({ status: 3, stdout: 'starting up\n' });
    expect(times(stderr).trimEnd().split('\n').sort()).toEqual(['agent -> client noise "starting up"', 'no licence']);
  });

  test('says in one line that an agent is missing', async () => {
    expect(await runToEnd(exampleFile('watch-traffic'), ['no-such-agent'])).toEqual({
      status: 1,
      stdout: '',
      stderr: "watch-traffic: The command 'no-such-agent' was not found.\n",
    });
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
    for (const country of ['Atlantis', 'constructor', '/capitals']) {
      expect(await session.prompt(country)).toEqual({ stopReason: 'end_turn' });
      expect(agent.updates.at(-1)).toEqual(whole(`I do not know the capital of ${country}.`));
    }
    expect(await session.prompt('/capital')).toEqual({ stopReason: 'end_turn' });
    expect(agent.updates.at(-1)).toEqual(chunk('Which country do you mean?'));
  });

  test('serves a client of the November draft', async () => {
    await using agent = await startExample(['both-versions'], { prefers: 'november' });
    const session = await agent.client.newSession({ cwd: newFolder() });
    expect(await session.prompt('/capital Turkey')).toEqual({ stopReason: 'end_turn' });
    expect(agent.updates.at(-2)).toEqual(whole('The capital of Turkey is Ankara.'));
    expect(agent.updates.at(-1)).toEqual({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
  });

  test('serves a client of v1', async () => {
    await using client = await startAsV1('both-versions');
    expect(client.initialized).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'both-versions', version: '1.0.0' },
    });
    expect(await client.prompt('Brazil')).toEqual({ stopReason: 'end_turn' });
    expect(client.updates).toEqual([
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
