import { expect, test } from 'vitest';
import { agent } from '../../../roles/agent/agent.ts';
import { serve } from '../../../roles/agent/serve.ts';
import { memoryPair } from '../../../transport/memory-pair.ts';
import { NoHandshakeError } from '../no-handshake-error.ts';
import { type StartPeer, startedPeer } from '../started-peer.ts';
import { errorOf, mutated, ownAnswer } from '../test-support/mutants/agent-mutant.ts';
import { a27SilentTools } from '../test-support/mutants/agents/a27-silent-tools.ts';
import { prompts, rightAgent } from '../test-support/right-agent.ts';
import { checkAgent } from './check-agent.ts';

const options = { cwd: '/work', prompts, timeout: 20_000 };

const bare = agent({ prompt: async (turn) => void (await turn.message().append('Hello')) });
const bareAgent: StartPeer = () => {
  const [near, far] = memoryPair();
  serve(bare, far, { onEvent: () => {} });
  return near;
};

test('an agent that keeps the protocol fails no check and gets no warning, in any dialect', async () => {
  const run = await checkAgent(rightAgent(), options);
  const { results, summary } = await run.all();
  expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  expect(run.dialects).toEqual(['1', 'june', 'november']);
  const skipped = results.filter(({ verdict }) => verdict === 'skip').map(({ id, dialect }) => `${dialect} ${id}`);
  expect(skipped).toEqual([
    ...['load', 'resume', 'list', 'close'].map((name) => `1 capabilities.${name}`),
    ...['modes.current', 'modes.set', 'output.exit', 'output.no-processes'].map((id) => `1 ${id}`),
    ...['load', 'resume', 'list', 'close', 'delete'].map((name) => `june capabilities.${name}`),
    ...['output.exit', 'output.no-processes'].map((id) => `june ${id}`),
    ...['auth.terminal', 'capabilities.delete', 'states.background', 'output.exit', 'output.no-processes'].map(
      (id) => `november ${id}`,
    ),
  ]);
  expect(summary.pass).toBe(run.checks.length - skipped.length);
});

test('an agent without a store, options and capabilities fails nothing either', async () => {
  const run = await checkAgent(bareAgent, { cwd: '/work', timeout: 20_000 });
  const { results } = await run.all();
  const found = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  expect(found.map(({ verdict, dialect, id, reason }) => `${verdict} ${dialect} ${id}: ${reason}`)).toEqual([
    'warn 1 handshake.name: the answer to initialize has no agentInfo',
    'warn june handshake.name: the answer to initialize has no agentInfo',
    'warn november replay.opens: session/resume was answered with an error: Invalid params: the agent cannot replay a session',
  ]);
});

test('without prompts, what needs one is skipped', async () => {
  const run = await checkAgent(rightAgent(), { cwd: '/work', dialects: ['june'], only: ['cancel.running'] });
  expect((await run.all()).results).toEqual([
    {
      id: 'cancel.running',
      title: 'a turn that is cancelled ends with the stop reason "cancelled".',
      requirements: ['A33', 'A34'],
      dialect: 'june',
      verdict: 'skip',
      reason: 'no prompt is given for it (--prompt-slow)',
    },
  ]);
});

test('a check can be run alone, as a test of its own', async () => {
  const run = await checkAgent(rightAgent(), { ...options, dialects: ['v1'], only: ['session.new'] });
  expect(await Promise.all(run.checks.map((check) => check.run()))).toMatchObject([
    { id: 'session.new', dialect: '1', verdict: 'pass' },
  ]);
});

/** Counts the starts of an agent, and how many of them have not ended. */
function counted(start: StartPeer) {
  const counts = { starts: 0, open: 0 };
  const counting: StartPeer = async (asked) => {
    counts.starts += 1;
    counts.open += 1;
    const { transport } = startedPeer(await start(asked));
    const close = async () => {
      counts.open -= 1;
      await transport.close();
    };
    return { send: (frame) => transport.send(frame), frames: transport.frames, close };
  };
  return { start: counting, counts };
}

test('checks share connections as long as nothing is under way, and none is left open', async () => {
  const { start, counts } = counted(rightAgent());
  const only = ['tools', 'messages', 'options', 'cancel'];
  const run = await checkAgent(start, { ...options, dialects: ['june'], only, jobs: 2 });
  const { summary } = await run.all();
  expect(summary).toEqual({ pass: run.checks.length, fail: 0, warn: 0, skip: 0 });
  expect(run.checks.length).toBeGreaterThan(20);
  // One to see what it speaks, and one for each job.
  expect(counts).toEqual({ starts: 3, open: 0 });
});

test('what is not advertised is skipped without a start', async () => {
  const { start, counts } = counted(bareAgent);
  const run = await checkAgent(start, { ...options, dialects: ['v1'], only: ['list', 'close', 'resume', 'replay'] });
  const { summary } = await run.all();
  expect(summary).toEqual({ pass: 0, fail: 0, warn: 0, skip: run.checks.length });
  expect(counts).toEqual({ starts: 1, open: 0 });
});

test('a check that is run by itself has its own connection', async () => {
  const { start, counts } = counted(rightAgent());
  const run = await checkAgent(start, { ...options, dialects: ['v1'], only: ['tools.closed', 'tools.paths'] });
  for (const check of run.checks) expect(await check.run()).toMatchObject({ verdict: 'pass' });
  expect(counts).toEqual({ starts: 1 + 2, open: 0 });
});

test('what an earlier check has left behind is not held against the agent', async () => {
  // From its third session on, a connection makes no more: a check alone needs fewer.
  const tired = mutated(rightAgent(), () => {
    let sessions = 0;
    return ownAnswer(({ method }) => {
      if (method !== 'session/new') return undefined;
      sessions += 1;
      return sessions > 2 ? errorOf(-32603, 'Too many sessions') : undefined;
    });
  });
  const { start, counts } = counted(tired);
  const only = ['tools.reported', 'tools.closed', 'tools.paths', 'tools.unique-ids'];
  const run = await checkAgent(start, { ...options, dialects: ['v1'], only, jobs: 1 });
  const { summary } = await run.all();
  expect(summary).toEqual({ pass: 4, fail: 0, warn: 0, skip: 0 });
  expect(counts.starts).toBeGreaterThan(2);
  expect(counts.open).toBe(0);
});

test('a transcript of the attempt that counts is kept, and no other', async () => {
  const kept: string[] = [];
  const run = await checkAgent(mutated(rightAgent(), a27SilentTools.make), {
    ...options,
    dialects: ['v1'],
    only: ['session.unique-ids', 'tools.reported'],
    jobs: 1,
    onTranscript: ({ id, verdict }, transcript) => void kept.push(`${id} ${verdict} ${transcript.length}`),
  });
  await run.all();
  expect(kept).toEqual(['tools.reported fail 1']);
});

test('a pattern that names no check is refused', async () => {
  await expect(checkAgent(rightAgent(), { ...options, only: ['config'] })).rejects.toEqual(
    new RangeError("No check is named 'config'. Did you mean options?"),
  );
});

test('an agent that cannot be started, or ends at once, has completed no handshake', async () => {
  const missing = () => Promise.reject(new Error('There is no such command.'));
  await expect(checkAgent(missing, options)).rejects.toEqual(
    new NoHandshakeError('The agent could not be started: There is no such command.'),
  );
  const gone = () => {
    const [near, far] = memoryPair();
    void far.close();
    return near;
  };
  await expect(checkAgent(gone, options)).rejects.toEqual(
    new NoHandshakeError(
      'The agent completed no handshake: the agent ended the connection before an answer to initialize.',
    ),
  );
});

test('a signal ends the run and every connection', async () => {
  const aborting = new AbortController();
  const run = await checkAgent(rightAgent(), { ...options, signal: aborting.signal, jobs: 3 });
  const ids: string[] = [];
  for await (const { id } of run) {
    ids.push(id);
    aborting.abort();
  }
  expect(ids).toEqual([run.checks[0]?.id]);
});

test('an agent that says nothing is asked once', async () => {
  let starts = 0;
  const silent = () => {
    starts += 1;
    return memoryPair()[0];
  };
  await expect(checkAgent(silent, { ...options, timeout: 20 })).rejects.toEqual(
    new NoHandshakeError(
      'The agent completed no handshake: no sign of an answer to initialize within 0.02 s; seen meanwhile: nothing.',
    ),
  );
  expect(starts).toBe(1);
});

test('a client in the place of an agent is called what it is', async () => {
  const client = () => {
    const [near, far] = memoryPair();
    void far.send(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } }));
    return near;
  };
  await expect(checkAgent(client, { ...options, timeout: 200 })).rejects.toEqual(
    new NoHandshakeError(
      'The agent completed no handshake: it sends initialize itself, so it is a client and not an agent.',
    ),
  );
});

test('a handshake that completes with a version of no dialect is a failure', async () => {
  const odd = () => {
    const [near, far] = memoryPair();
    void (async () => {
      for await (const frames of far.frames) {
        for (const frame of frames) {
          const { id } = JSON.parse(String(frame));
          void far.send(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 7 } }));
        }
      }
    })();
    return near;
  };
  const run = await checkAgent(odd, { ...options, only: ['handshake.answers'] });
  expect((await run.all()).results).toMatchObject([{ id: 'handshake.answers', dialect: '1', verdict: 'fail' }]);
});
