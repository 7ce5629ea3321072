import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { newPath, plainAgent, program, until } from '../test-support/programs.ts';
import { launchAgent } from './launch-agent.ts';
import { hasLiveMember } from './process-group.ts';
import { spawnAgent } from './spawn-agent.ts';
import { startUp } from './start-up.ts';

const cwd = process.cwd();
const quick = { graceMilliseconds: 300 };

const guarded = `
  import { agent } from '../roles/agent/agent.ts';
  import { serve } from '../roles/agent/serve.ts';
  import { stdio } from './stdio.ts';
  serve(agent({
    info: { name: 'hello', version: '1.0.0' },
    async prompt(turn) {
      console.log('a word that must not reach the client');
      const message = turn.message();
      for (const text of ['Your key is ', 'hunter2', '.']) await message.append(text);
      if (message.text.includes('hunter2')) await message.set('I cannot show that.');
      return 'end_turn';
    },
  }), stdio());
`;

describe('an agent as a child process', () => {
  test('is written in a few lines and driven in a few; stray output does not reach the client', async () => {
    const events: unknown[] = [];
    const file = await program(guarded);
    let pid = 0;
    {
      await using hello = await spawnAgent(process.execPath, [file], {
        ...quick,
        onEvent: (event) => events.push(event),
      });
      pid = hello.process.pid;
      expect(hello.info).toEqual({ name: 'hello', version: '1.0.0' });
      const session = await hello.newSession({ cwd });
      const seen: number[] = [];
      session.subscribe(() => seen.push(session.state.messages.length));
      expect(await session.prompt('What is my key?')).toEqual({ stopReason: 'end_turn' });
      expect([...session.state.messages].map((message) => [message.kind, [...message.content]])).toEqual([
        ['user', [{ type: 'text', text: 'What is my key?' }]],
        ['agent', [{ type: 'text', text: 'I cannot show that.' }]],
      ]);
      expect(seen.length).toBeGreaterThan(4);
    }
    expect(events).toEqual([]);
    await until(() => !hasLiveMember(pid));
  });

  test('that never answers is given up with its standard error, and leaves no process', async () => {
    const patience = new AbortController();
    const { signal } = patience;
    const source = `${plainAgent} let onMessage = () => {};
      process.stderr.write('waiting for a licence server\\n', () => require('node:fs').writeFileSync(process.argv[1], ''));`;
    const hasSpoken = newPath();
    const started = spawnAgent(process.execPath, ['-e', source, hasSpoken], { ...quick, signal }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    await until(() => existsSync(hasSpoken));
    patience.abort(new Error('no more patience'));
    const error = await started;
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      reason: 'not-started',
      stderrTail: 'waiting for a licence server\n',
      cause: signal.reason,
    });
  });

  test('that does not end when it is given up does not keep its client waiting', async () => {
    const patience = new AbortController();
    const source = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
      require('node:fs').writeFileSync(process.argv[1], String(process.pid));`;
    const isUp = newPath();
    const options = { graceMilliseconds: 60_000, signal: patience.signal };
    const started = spawnAgent(process.execPath, ['-e', source, isUp], options).catch((reason: unknown) => reason);
    await until(() => existsSync(isUp) && readFileSync(isUp, 'utf8') !== '');
    const pid = Number(readFileSync(isUp, 'utf8'));
    patience.abort();
    expect(await started).toMatchObject({ reason: 'not-started' });
    expect(hasLiveMember(pid)).toBe(true);
    process.kill(-pid, 'SIGKILL');
    await until(() => !hasLiveMember(pid));
  });

  test('that has to be started again and is given up then leaves no process, and lets the program end', async () => {
    // It exits when it is asked for v2, so that a fresh one is asked for v1, and never answers that.
    const source = `${plainAgent}
      const onMessage = ({ params }) => {
        if (params.protocolVersion === 2) process.exit(0);
        else process.stderr.write(String(process.pid), () => require('node:fs').writeFileSync(process.argv[1], ''));
      };`;
    const file = await program(`
      import { existsSync, readFileSync } from 'node:fs';
      import { spawnAgent } from './process/spawn-agent.ts';
      const [, , source, hasSpoken] = process.argv;
      const patience = new AbortController();
      const timer = setInterval(() => existsSync(hasSpoken) && patience.abort(), 10);
      const options = { graceMilliseconds: 300, signal: patience.signal };
      const error = await spawnAgent(process.execPath, ['-e', source, hasSpoken], options).catch((reason) => reason);
      clearInterval(timer);
      console.log(JSON.stringify({ reason: error.reason, pid: Number(error.stderrTail) }));
    `);
    const { stdout } = await promisify(execFile)(process.execPath, [file, source, newPath()]);
    const { reason, pid } = JSON.parse(stdout) as { reason: string; pid: number };
    expect({ reason, isFresh: pid > 0, isAlive: hasLiveMember(pid) }).toEqual({
      reason: 'not-started',
      isFresh: true,
      isAlive: false,
    });
  });

  test('that fails while another is being launched in its place ends with it', async () => {
    const launches = [1, 2].map(() => launchAgent(process.execPath, ['-e', plainAgent], quick));
    await expect(startUp(Promise.reject(new Error('no')), launches)).rejects.toThrow('no');
    const pids = (await Promise.all(launches)).map(({ pid }) => pid);
    await until(() => !pids.some(hasLiveMember));
  });

  test('that dies in its turn fails the prompt with exit and standard error', async () => {
    const source = `${plainAgent}
      const onMessage = ({ id, method }) => {
        if (method === 'initialize') send({ id, result: { protocolVersion: 2, capabilities: { session: {} } } });
        else if (method === 'session/new') send({ id, result: { sessionId: 's' } });
        else {
          send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'last words' } } } });
          process.stderr.write('out of cheese\\n', () => process.exit(3));
        }
      };`;
    await using agent = await spawnAgent(process.execPath, ['-e', source], quick);
    const session = await agent.newSession({ cwd });
    await expect(session.prompt('go')).rejects.toMatchObject({
      reason: 'exited',
      exitCode: 3,
      stderrTail: 'out of cheese\n',
    });
    // What it said before is kept, and the turn is over.
    expect([...session.state.messages].map((message) => message.messageId)).toEqual(['m']);
    expect([...session.state.turns].map((turn) => turn.status)).toEqual(['ended']);
  });

  test.each([1, 2])('of v%d that sends an update too long to be read: its session tells', async (version) => {
    const source = `${plainAgent}
      const onMessage = ({ id, method }) => {
        if (method === 'initialize') send({ id, result: { protocolVersion: ${version}, ${version === 1 ? 'agentCapabilities: {}' : 'capabilities: { session: {} }'} } });
        else if (method === 'session/new') send({ id, result: { sessionId: 's"' } });
        else {
          const content = { type: 'text', text: '"sessionId":"other" '.repeat(10_000) };
          send({ method: 'session/update', params: { sessionId: 's"', update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content } } });
          send({ id, result: { stopReason: 'end_turn' } });
        }
      };`;
    await using agent = await spawnAgent(process.execPath, ['-e', source], { ...quick, maxFrameBytes: 100_000 });
    const session = await agent.newSession({ cwd });
    await session.prompt('go');
    expect(session.state.diagnostics.toArray()).toEqual([
      {
        code: 'malformed_update',
        at: undefined,
        detail: 'expected an update that can be read, found one that is too long (240173 bytes)',
      },
    ]);
  });

  test('that is not there is said at once', async () => {
    await expect(spawnAgent('no-such-agent-anywhere', [])).rejects.toMatchObject({ reason: 'not-started' });
  });
});
