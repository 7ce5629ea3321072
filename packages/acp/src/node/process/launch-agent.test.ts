import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { PeerEvent } from '../../jsonrpc/events.ts';
import { Peer } from '../../jsonrpc/peer.ts';
import type { PeerOptions } from '../../jsonrpc/peer-options.ts';
import { plainAgent, program, until } from '../test-support/programs.ts';
import { type LaunchOptions, launchAgent } from './launch-agent.ts';
import { hasLiveMember } from './process-group.ts';

const quick: LaunchOptions = { graceMilliseconds: 300 };

/** Runs a plain program as the agent, with a peer on our side. */
async function launch(source: string, options: PeerOptions = {}, launching: LaunchOptions = quick) {
  const agent = await launchAgent(process.execPath, ['-e', plainAgent + source], launching);
  const events: PeerEvent[] = [];
  const peer = new Peer(agent.transport, {
    malformed: 'report',
    whenPeerEnds: 'cancel',
    onEvent: (event) => void events.push(event),
    ...options,
  });
  return { agent, peer, events };
}

const nothingLeft = (pid: number) => until(() => !hasLiveMember(pid));

describe('a real pipe', () => {
  test('10,000 prompts: no answer is seen before a notification sent earlier, none after one sent later', async () => {
    let seen = 0;
    const { agent, peer } = await launch(
      `let sent = 0;
       const onMessage = ({ id }) => {
         for (let i = 0; i < id % 4; i += 1) send({ method: 'update', params: { index: sent++ } });
         send({ id, result: sent });
         if (id % 7 === 0) send({ method: 'update', params: { index: sent++ } });
       };`,
      {
        notifications: {
          update: (params) => {
            const { index } = params as { index: number };
            if (index !== seen) throw new Error(`update ${index} came as number ${seen}`);
            seen += 1;
            return seen % 3 === 0 ? Promise.resolve() : undefined;
          },
        },
      },
    );
    let wrong = 0;
    async function prompt(): Promise<void> {
      const sentBefore = await peer.request('prompt');
      if (seen !== sentBefore) wrong += 1;
    }
    for (let round = 0; round < 2_000; round += 1) await prompt();
    for (let round = 0; round < 250; round += 1) await Promise.all(Array.from({ length: 32 }, prompt));
    expect({ wrong, seen }).toEqual({ wrong: 0, seen: 15_000 + 1_428 });
    await peer.close();
    await nothingLeft(agent.pid);
  });

  test.each([1, 20, 1_000])(
    '%i notifications and then the end: all are handled, then the request fails',
    async (count) => {
      let handled = 0;
      const { agent, peer } = await launch(
        `const onMessage = () => {
         for (let i = 0; i < ${count}; i += 1) send({ method: 'update', params: { i } });
         console.error('that was all');
         process.exitCode = 3;
         process.stdin.destroy();
       };`,
        {
          notifications: {
            update: async () => {
              await undefined;
              handled += 1;
            },
          },
        },
      );
      const error = await peer.request('prompt').catch((reason: unknown) => reason);
      expect(handled).toBe(count);
      expect(error).toBeInstanceOf(ConnectionError);
      expect({ ...(error as ConnectionError) }).toEqual({
        name: 'ConnectionError',
        reason: 'exited',
        exitCode: 3,
        signal: undefined,
        stderrTail: 'that was all\n',
      });
      await nothingLeft(agent.pid);
    },
  );

  test('what an agent wrote before it ended is not lost to a handler slower than the grace period', async () => {
    let handled = 0;
    const { peer } = await launch(
      `for (let i = 0; i < 20000; i += 1) send({ method: 'update', params: { text: 'x'.repeat(100) } });
       const onMessage = () => {};
       process.stdin.destroy();`,
      {
        limits: { queue: { messages: 100, size: 10_000 } },
        notifications: {
          update: () => {
            handled += 1;
            // Late enough that all the rest fits into the pipe and the agent has ended.
            if (handled === 19_000) return new Promise((resolve) => setTimeout(resolve, 800));
          },
        },
      },
      { graceMilliseconds: 200, highWater: 10_000 },
    );
    expect(await peer.closed).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(handled).toBe(20_000);
  });

  test('a handler of two seconds against a flood: the queue and the memory stay where they are', async () => {
    let handled = 0;
    let isSeen = false;
    const isOver = async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      // On a busy machine the two seconds may be over before anyone has looked.
      await until(() => isSeen);
    };
    const { agent, peer } = await launch(
      `const onMessage = () => {};
       const block = JSON.stringify({ jsonrpc: '2.0', method: 'update', params: { text: 'x'.repeat(150) } }).concat('\\n').repeat(300);
       const flood = () => { while (process.stdout.write(block)); process.stdout.once('drain', flood); };
       flood();`,
      {
        notifications: {
          update: () => {
            handled += 1;
            if (handled === 5_000) return isOver();
          },
        },
      },
    );
    await until(() => handled === 5_000);
    const before = process.memoryUsage().rss;
    let mostWaiting = 0;
    let mostMemory = 0;
    while (handled === 5_000) {
      mostWaiting = Math.max(mostWaiting, peer.waiting.messages);
      mostMemory = Math.max(mostMemory, process.memoryUsage().rss - before);
      isSeen ||= mostWaiting >= 1_000;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(isSeen).toBe(true);
    // The limit of 1,000 messages, one read of the transport (256 Ki characters are some 1,250 of them) and one of the pipe.
    expect(mostWaiting).toBeLessThan(3_000);
    // Some of it is garbage; an agent that nobody holds back writes many times as much.
    expect(mostMemory).toBeLessThan(512 * 1024 * 1024);
    await until(() => handled > 20_000);
    await peer.close();
    await nothingLeft(agent.pid);
  });

  test('a peer that does not read makes notify wait, and closing still ends it', async () => {
    const { agent, peer } = await launch(`const onMessage = () => {}; process.stdin.pause();`);
    let sent = 0;
    const text = 'x'.repeat(10_000);
    const sending = (async () => {
      for (; sent < 10_000; sent += 1) await peer.notify('update', { text });
    })().catch((error: unknown) => error);
    // It waits when it has sent something and then nothing more for a while; without waiting it would come to the end.
    let before = -1;
    while (sent !== before || sent === 0) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(sent).toBeLessThan(200);
    await peer.close();
    await sending;
    await nothingLeft(agent.pid);
  });
});

describe('agents that misbehave', () => {
  test('one killed in mid-turn: the error has the signal and the end of its standard error', async () => {
    const { agent, peer } = await launch(
      `const onMessage = () => { send({ method: 'update' }); console.error('thinking'); };`,
    );
    const turn = peer.request('prompt').catch((reason: unknown) => reason);
    await until(() => agent.stderrTail !== '');
    process.kill(agent.pid, 'SIGKILL');
    expect(await turn).toMatchObject({
      reason: 'exited',
      exitCode: undefined,
      signal: 'SIGKILL',
      stderrTail: 'thinking\n',
    });
    await expect(peer.request('again')).rejects.toBe(await turn);
    expect(await agent.exited).toEqual({ code: undefined, signal: 'SIGKILL' });
    await nothingLeft(agent.pid);
  });

  test('one that never answers: the start-up ends with the signal and has the end of standard error', async () => {
    const { agent, peer } = await launch(`const onMessage = () => console.error('waiting for the network');`);
    const controller = new AbortController();
    const starting = agent.startUp(peer.request('initialize'), controller.signal);
    const outcome = starting.catch((error: unknown) => error);
    await until(() => agent.stderrTail !== '');
    controller.abort(new Error('ten seconds are over'));
    expect(await outcome).toMatchObject({
      name: 'ConnectionError',
      reason: 'not-started',
      stderrTail: 'waiting for the network\n',
      cause: new Error('ten seconds are over'),
    });
    await nothingLeft(agent.pid);
  });

  test('one that dies while starting: its own error, with the exit code', async () => {
    const { agent, peer } = await launch(`const onMessage = () => { throw new Error('no configuration'); };`);
    const error = await agent
      .startUp(peer.request('initialize'), AbortSignal.timeout(20_000))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      reason: 'exited',
      exitCode: 1,
      stderrTail: expect.stringContaining('no configuration'),
    });
  });

  test('one that prints banners and logs: they are noise, and the answer arrives', async () => {
    const { agent, peer, events } = await launch(
      `console.log('Welcome!'); console.log('');
       const onMessage = ({ id }) => { console.log('[info] {"answering"}'); send({ id, result: 'ok' }); process.stdout.write('{"unfinished":'); };`,
    );
    expect(await peer.request('initialize')).toBe('ok');
    await peer.close();
    expect(events).toEqual([
      { type: 'noise', problem: 'not-json', text: 'Welcome!' },
      { type: 'noise', problem: 'not-json', text: '[info] {"answering"}' },
    ]);
    await nothingLeft(agent.pid);
  });

  test('one that sends a frame over the limit: that request fails, the next one works', async () => {
    const { peer } = await launch(
      `const onMessage = ({ id, method }) => send({ id, result: method === 'big' ? 'x'.repeat(300000) : 'small' });`,
      {},
      { ...quick, maxFrameBytes: 200_000 },
    );
    await expect(peer.request('big')).rejects.toMatchObject({ reason: 'oversized-response' });
    expect(await peer.request('little')).toBe('small');
    await peer.close();
  });

  test('one that ignores the end of its input, and one that ignores SIGTERM too', async () => {
    for (const [source, signal] of [
      [`setInterval(() => {}, 1000);`, 'SIGTERM'],
      [`setInterval(() => {}, 1000); process.on('SIGTERM', () => {}); `, 'SIGKILL'],
    ]) {
      const { agent, peer } = await launch(`const onMessage = ({ id }) => send({ id, result: 1 }); ${source}`);
      await peer.request('initialize');
      await peer.close();
      expect(await agent.exited).toEqual({ code: undefined, signal });
      await nothingLeft(agent.pid);
    }
  });

  test('one whose wrapper leaves a grandchild, which holds the pipe and ignores SIGTERM', async () => {
    const grandchild = `process.on('SIGTERM', () => {}); process.stdout.write('{"jsonrpc":"2.0","method":"up"}\\n', () => process.send('up')); setInterval(() => {}, 1000);`;
    const wrapper = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
      .once('message', () => process.exit(7));`;
    let ups = 0;
    const up = () => {
      ups += 1;
    };
    const { agent, peer } = await launch(`const onMessage = () => {}; ${wrapper}`, { notifications: { up } });
    const error = await peer.request('initialize').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ reason: 'exited', exitCode: 7 });
    expect(ups).toBe(1);
    expect(hasLiveMember(agent.pid)).toBe(false);
  });

  test('one that leaves somebody of another group with its pipes: our program ends all the same', async () => {
    const holder = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] })`;
    const source = `const left = ${holder}; left.unref(); console.error(left.pid); process.stdin.resume();`;
    const file = await program(`
      import { launchAgent } from './process/launch-agent.ts';
      const agent = await launchAgent(process.execPath, ['-e', ${JSON.stringify(source)}], { graceMilliseconds: 300 });
      agent.stderr.once('data', async (pid) => {
        await agent.close();
        process.stdout.write(String(pid));
      });
    `);
    const ours = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    let pid = '';
    ours.stdout.setEncoding('utf8').on('data', (text) => {
      pid += text;
    });
    try {
      expect(await new Promise((resolve) => ours.once('close', resolve))).toBe(0);
      // Whoever held the pipes still does.
      expect(() => process.kill(Number(pid), 0)).not.toThrow();
    } finally {
      if (pid !== '') process.kill(Number(pid), 'SIGKILL');
      ours.kill('SIGKILL');
    }
  });

  test('one that closes its output but lives on, and one that closes its input', async () => {
    const { agent, peer } = await launch(
      `const onMessage = () => { require('node:fs').closeSync(1); }; setInterval(() => {}, 1000);`,
    );
    await expect(peer.request('x')).rejects.toMatchObject({ reason: 'exited', signal: 'SIGTERM' });
    await nothingLeft(agent.pid);
    const deaf = await launch(
      `const onMessage = () => { process.stdin.destroy(); require('node:fs').closeSync(0); send({ method: 'bye' }); }; setInterval(() => {}, 1000);`,
      { notifications: { bye: () => void deaf.peer.notify('are you there?') } },
    );
    await expect(deaf.peer.request('x')).rejects.toMatchObject({ reason: 'exited', signal: 'SIGTERM' });
    await nothingLeft(deaf.agent.pid);
  });
});

describe('launching', () => {
  test('what cannot be run is said at once', async () => {
    const missing = launchAgent('no-such-agent-anywhere', [], quick);
    await expect(missing).rejects.toMatchObject({
      name: 'ConnectionError',
      reason: 'not-started',
      message: "The command 'no-such-agent-anywhere' was not found.",
    });
    await expect(launchAgent(`${import.meta.dirname}/command.ts`, [], quick)).rejects.toMatchObject({
      message: `The command '${import.meta.dirname}/command.ts' is not a file that can be run.`,
    });
    await expect(launchAgent(process.execPath, [], { cwd: '/no/such/place' })).rejects.toMatchObject({
      reason: 'not-started',
      message: "The working directory '/no/such/place' does not exist.",
    });
    const reason = new Error('never mind');
    await expect(launchAgent(process.execPath, [], { signal: AbortSignal.abort(reason) })).rejects.toMatchObject({
      reason: 'not-started',
      cause: reason,
    });
  });

  test('the command is looked for on the given PATH, and gets the given environment and directory', async () => {
    const node = process.execPath.slice(process.execPath.lastIndexOf('/') + 1);
    const env = {
      PATH: `/no/such/place:${process.execPath.slice(0, process.execPath.lastIndexOf('/'))}`,
      COLOUR: 'teal',
    };
    const source = `${plainAgent} const onMessage = ({ id }) => send({ id, result: [process.env.COLOUR, process.cwd()] });`;
    await using agent = await launchAgent(node, ['-e', source], { ...quick, env, cwd: '/' });
    await using peer = new Peer(agent.transport);
    expect(await peer.request('where')).toEqual(['teal', '/']);
  });

  test('standard error is a stream from its first word on, as well as a tail', async () => {
    const { agent, peer } = await launch(
      `console.error('starting');
       const onMessage = ({ id }) => { console.error('é'.repeat(20000)); send({ id, result: 1 }); };`,
    );
    await until(() => agent.stderrTail === 'starting\n');
    let heard = '';
    agent.stderr.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    await peer.request('x');
    await until(() => heard === `starting\n${'é'.repeat(20_000)}\n`);
    expect(agent.stderrTail).toBe(`${'é'.repeat(8_191)}\n`);
    await peer.close();
  });
});
