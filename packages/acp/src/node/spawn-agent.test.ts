import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConnectionError } from '../jsonrpc/connection-error.ts';
import { hasLiveMember } from './process-group.ts';
import { spawnAgent } from './spawn-agent.ts';
import { newPath, plainAgent, program, until } from './test-support/programs.ts';

const cwd = process.cwd();
const quick = { graceMilliseconds: 300 };

const guarded = `
  import { agent } from '../roles/agent.ts';
  import { serve } from '../roles/serve.ts';
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

  test('that is not there is said at once', async () => {
    await expect(spawnAgent('no-such-agent-anywhere', [])).rejects.toMatchObject({ reason: 'not-started' });
  });
});
