import { expect, onTestFinished, test } from 'vitest';
import type { Inspector, InspectorEvent } from '../../api/inspector.ts';
import type { WorkerPort } from '../../api/wire.ts';
import { answerPort } from '../../engine/port-answers.ts';
import { connectByWorker } from './worker-connection.ts';

/** A page that is connected with this inspector by a channel. */
function connected(inspector: Inspector) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  answerPort(port2 as WorkerPort, inspector);
  return connectByWorker(port1 as WorkerPort);
}

const quiet: Inspector = {
  ask: (call, question) =>
    call === 'frame'
      ? Promise.reject(new Error('There is no such frame.'))
      : (Promise.resolve({ call, question }) as never),
  async *download({ frame }) {
    yield 'one';
    await new Promise((resolve) => setTimeout(resolve));
    yield 'two';
    if (frame === 13) throw new Error('The recording ends here.');
  },
  listen: () => () => {},
};

async function saved(parts: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  try {
    for await (const part of parts) all.push(part);
  } catch (error) {
    all.push(String(error));
  }
  return all;
}

test('[IP51] a worker answers, fails and saves as a server does', async () => {
  const { inspector, status } = connected(quiet);
  const problem = { frame: 1, direction: 'next' } as const;
  const answers = await Promise.allSettled([
    inspector.ask('nextProblem', problem),
    inspector.ask('frame', { frame: 9 }),
    saved(inspector.download({ what: 'recording', frame: 1 })),
    saved(inspector.download({ what: 'recording', frame: 13 })),
  ]);
  expect([status(), answers]).toEqual([
    { state: 'open' },
    [
      { status: 'fulfilled', value: { call: 'nextProblem', question: problem } },
      { status: 'rejected', reason: new Error('There is no such frame.') },
      { status: 'fulfilled', value: ['one', 'two'] },
      { status: 'fulfilled', value: ['one', 'two', 'Error: The recording ends here.'] },
    ],
  ]);
});

test('[IP51] an answer of a worker that cannot be written is answered with a sentence', async () => {
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
  const { inspector } = connected({
    ...quiet,
    ask: (call) => Promise.resolve(call === 'frame' ? deep : {}) as never,
    listen: (listener) => {
      listener({ type: 'grown', overview: deep });
      return () => {};
    },
  });
  const answers = await Promise.allSettled([inspector.ask('frame', { frame: 1 }), inspector.ask('overview', {})]);
  expect(answers).toEqual([
    { status: 'rejected', reason: new Error('The answer cannot be written: Maximum call stack size exceeded.') },
    { status: 'fulfilled', value: {} },
  ]);
});

test('[IP51] events of a worker come to the page', async () => {
  let tell = (_: InspectorEvent): void => {};
  const { inspector } = connected({
    ...quiet,
    listen: (listener) => {
      tell = listener;
      return () => {};
    },
  });
  const heard = new Promise((resolve) => {
    inspector.listen(resolve);
  });
  tell({ type: 'closed', reason: 'over' });
  expect(await heard).toEqual({ type: 'closed', reason: 'over' });
});
