import { expect, test } from 'vitest';
import { Peer } from '../../jsonrpc/peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connected, type Pair } from '../test-support/pair.ts';
import { until } from '../test-support/until.ts';
import { connect } from './connect.ts';

const cwd = '/project';

/** An agent whose turns end when they are told to, or are cancelled. */
function patient() {
  const ends = new Map<string, () => void>();
  return {
    end: (text: string) => ends.get(text)?.(),
    definition: {
      prompt: ({ text, signal }: { text: string; signal: AbortSignal }) =>
        new Promise<void>((resolve) => {
          ends.set(text, resolve);
          signal.addEventListener('abort', () => resolve());
        }),
    },
  };
}

function cancels(pair: Pair): unknown[] {
  return pair.wire.flatMap(({ from, message }) =>
    from === 'client' && String(message['method']).includes('cancel') ? [message] : [],
  );
}

function promptIds(pair: Pair): unknown[] {
  return pair.wire.flatMap(({ message }) => (message['method'] === 'session/prompt' ? [message['id']] : []));
}

const done = { stopReason: 'end_turn' };
const cancelled = { stopReason: 'cancelled' };

test.each(['signal', 'giveUp'] as const)('the %s of a prompt that waits ends that prompt alone', async (name) => {
  const agent = patient();
  await using pair = await connected(agent.definition);
  const session = await pair.client.newSession({ cwd });
  const stop = new AbortController();
  const one = session.prompt('one');
  const two = session.prompt('two', { [name]: stop.signal });
  const three = session.prompt('three');
  await until(session, () => session.state.messages.length === 1);
  stop.abort();
  const outcome = two.catch((error: unknown) => error);
  agent.end('one');
  expect([await one, await outcome]).toEqual([done, name === 'signal' ? cancelled : stop.signal.reason]);
  await until(session, () => session.state.messages.length === 2);
  agent.end('three');
  expect(await three).toEqual(done);
  const params = { requestId: promptIds(pair)[1] };
  expect(cancels(pair)).toEqual([{ jsonrpc: '2.0', method: '$/cancel_request', params }]);
});

test('[C20] questions of the turn that runs stay open when a prompt that waits is aborted', async () => {
  let decide = (_: string): void => {};
  await using pair = await connected(
    {
      async prompt(turn) {
        const { isAllowed } = await turn.requestPermission({ toolCallId: 'c' });
        return isAllowed ? 'end_turn' : 'refusal';
      },
    },
    { requestPermission: () => new Promise<string>((resolve) => (decide = resolve)) },
  );
  const session = await pair.client.newSession({ cwd });
  const stop = new AbortController();
  const one = session.prompt('one');
  const two = session.prompt('two', { signal: stop.signal });
  await until(session, () => session.state.permissions.length === 1);
  stop.abort();
  expect(session.state.permissions.length).toBe(1);
  decide(session.state.permissions[0]?.options[0]?.optionId ?? '');
  expect([await one, await two]).toEqual([done, cancelled]);
});

test.each([1, 2])(
  'an agent of v%i that cannot take a prompt back is told to cancel when it comes to it',
  async (version) => {
    const [near, far] = memoryPair();
    const story: string[] = [];
    let endFirst = (): void => {};
    let cancelSecond = (): void => {};
    const agent: Peer = new Peer(far, {
      requests: {
        initialize: () => ({ protocolVersion: version, capabilities: { session: {} }, agentCapabilities: {} }),
        'session/new': () => ({ sessionId: 's' }),
        // It has no eyes for the signal of its request.
        'session/prompt': () =>
          new Promise((resolve) => {
            story.push('prompt');
            if (story.length === 1) endFirst = () => resolve(done);
            else cancelSecond = () => resolve(cancelled);
          }),
      },
      notifications: {
        'session/cancel': () => {
          story.push('cancel');
          cancelSecond();
        },
      },
    });
    const client = await connect(near);
    const session = await client.newSession({ cwd });
    const stop = new AbortController();
    const one = session.prompt('one');
    const two = session.prompt('two', { signal: stop.signal });
    await expect.poll(() => story).toEqual(['prompt', 'prompt']);
    stop.abort();
    await client.request('_flush').catch(() => {});
    expect(story).toEqual(['prompt', 'prompt']);
    endFirst();
    expect([await one, await two]).toEqual([done, cancelled]);
    expect(story).toEqual(['prompt', 'prompt', 'cancel']);
    await client.close();
    await agent.closed;
  },
);

test('[B19] an agent may answer a cancelled prompt with -32800, which is as cancelled', async () => {
  const [near, far] = memoryPair();
  let endFirst = (): void => {};
  let count = 0;
  const agent: Peer = new Peer(far, {
    requests: {
      initialize: () => ({ protocolVersion: 2, capabilities: { session: {} } }),
      'session/new': () => ({ sessionId: 's' }),
      'session/prompt': (_, { signal }) =>
        new Promise((resolve, reject) => {
          if (++count === 1) endFirst = () => resolve(done);
          else signal.addEventListener('abort', () => reject(signal.reason));
        }),
    },
  });
  const client = await connect(near);
  const session = await client.newSession({ cwd });
  const stop = new AbortController();
  const one = session.prompt('one');
  const two = session.prompt('two', { signal: stop.signal });
  await expect.poll(() => count).toBe(2);
  stop.abort();
  expect(await two).toEqual(cancelled);
  endFirst();
  expect(await one).toEqual(done);
  expect(session.state.turns.toArray().map(({ stopReason, error }) => [stopReason, error])).toEqual([
    ['end_turn', undefined],
    ['cancelled', undefined],
  ]);
  await client.close();
  await agent.closed;
});

test('[RO38] a session is busy from the first prompt that is sent until the last turn has ended, and its listeners are told', async () => {
  const slow = patient();
  await using pair = await connected(slow.definition);
  const session = await pair.client.newSession({ cwd });
  const seen = [session.isBusy];
  session.subscribe(() => session.isBusy === seen.at(-1) || seen.push(session.isBusy));
  const one = session.prompt('one');
  const two = session.prompt('two');
  await until(session, () => session.state.messages.length === 1);
  slow.end('one');
  await one;
  expect(seen).toEqual([false, true]);
  await until(session, () => session.state.messages.length === 2);
  slow.end('two');
  await two;
  expect(seen).toEqual([false, true, false]);
  const third = session.prompt('three');
  await until(session, () => session.state.messages.length === 3);
  session.cancel();
  expect(session.isBusy).toBe(true);
  await third;
  const lost = session.prompt('four');
  expect([seen, session.isBusy]).toEqual([[false, true, false, true, false, true], true]);
  await pair.client.close();
  await expect(lost).rejects.toMatchObject({ name: 'ConnectionError' });
  expect(seen).toEqual([false, true, false, true, false, true, false]);
});
