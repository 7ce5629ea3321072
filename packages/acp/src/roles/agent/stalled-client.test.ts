import { expect, onTestFinished, test, vi } from 'vitest';
import { Gate } from '../../transport/gate.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { patientAgent } from '../test-support/patient-agent.ts';
import { rawClientOf, rawClientOn, textPrompt } from '../test-support/raw-client.ts';
import { said } from '../test-support/said.ts';
import { serve } from './serve.ts';

const loadOf = (sessionId: string) => ({ sessionId, cwd: '/w', mcpServers: [] });
const conversation = ['user: one', 'agent: one begins, one ends'];
const notRead = {
  code: -32050,
  message:
    'The history of the session was not read for 10 s while other clients waited for the session. Try again in a moment.',
  data: { reason: 'not_read' },
};

/** A session with a turn that is over, and a client of it that takes nothing from the first update on until `room` is open. */
async function withStalled(how: 'opens it' | 'joins it') {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { served, goOn } = patientAgent();
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  goOn('one');
  await turn;
  if (how === 'opens it') await first.close();
  const [near, far] = memoryPair();
  const room = new Gate();
  const slow: Transport = {
    ...far,
    send(frame) {
      const sent = far.send(frame);
      return frame.includes('session/update') ? room.promise : sent;
    },
  };
  serve(served, slow);
  const stalled = await rawClientOn(near, 'june');
  const loaded = stalled.ask('session/load', loadOf(sessionId));
  await stalled.until(({ method }) => method === 'session/update');
  return { served, first, sessionId, stalled, loaded, room };
}

test.each(['opens it', 'joins it'] as const)(
  '[RO195] [X3] a client that reads nothing of the history of a session, and %s, keeps nobody else from it',
  async (how) => {
    const { served, sessionId, loaded, room } = await withStalled(how);
    const other = await rawClientOf(served, 'june');
    const joined = other.load(sessionId);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await joined).toEqual({});
    expect(said(other.updates())).toEqual(conversation);
    room.open();
    expect(await loaded).toEqual(notRead);
  },
);

test('[RO195] [X3] a client that reads nothing keeps nobody from leaving the session', async () => {
  const { first, sessionId, loaded, room } = await withStalled('joins it');
  const closed = first.ask('session/close', { sessionId });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await closed).toEqual({});
  room.open();
  expect(await loaded).toEqual(notRead);
});

test('[RO195] a client that reads nothing for a while has its session when nobody else waits for it', async () => {
  const { loaded, room, stalled } = await withStalled('opens it');
  await vi.advanceTimersByTimeAsync(600_000);
  room.open();
  expect(await loaded).toEqual({});
  expect(said(stalled.updates())).toEqual(conversation);
});

test('[RO195] a load that is cancelled does not wait until its client reads', async () => {
  const { served, sessionId, loaded, room, stalled } = await withStalled('opens it');
  stalled.notify('$/cancel_request', { requestId: 2 });
  const other = await rawClientOf(served, 'june');
  await other.load(sessionId);
  expect(said(other.updates())).toEqual(conversation);
  room.open();
  expect(await loaded).toMatchObject({ code: -32800 });
});
