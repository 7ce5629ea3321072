import { applyEvent, memoryPair, newSessionState, type SessionState } from '@emend/acp';
import { messagePipe } from '@emend/acp/jsonrpc';
import { MemoryLog } from '@emend/acp/log';
import { InitializeResponse, methods, type SessionUpdate } from '@emend/acp/protocol/june';
import { replayOf } from '@emend/acp/session';
import { expect, test } from 'vitest';

const strange: SessionUpdate[] = [
  { sessionUpdate: '_mine', deep: [{ a: null }], _meta: { x: 1 } },
  { sessionUpdate: 'of_a_later_draft', value: '\u2028' },
  { sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: '_block', z: 1, a: 2 }], _meta: { keep: [] } },
];

test('[P1] unknown values survive storing, folding and replaying', async () => {
  const log = new MemoryLog();
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  await log.append(
    's',
    strange.map((update) => ({ type: 'update', update })),
    { expected: 0, at: 1 },
  );
  let state: SessionState = newSessionState();
  const stored: unknown[] = [];
  for await (const batch of log.read('s')) {
    for (const { event } of batch) {
      if (event.type !== 'update') continue;
      stored.push(event.update);
      state = applyEvent(state, event);
    }
  }
  expect(stored).toEqual(strange);
  expect(replayOf(state)).toEqual(strange);
  // The order of keys is part of what came.
  expect(JSON.stringify(replayOf(state)[2])).toContain('{"type":"_block","z":1,"a":2}');
});

test('[P2] what stands between passes on what it does not understand, byte for byte', async () => {
  const [client, near] = memoryPair();
  const [far, agent] = memoryPair();
  const [left, right] = [messagePipe(near), messagePipe(far)];
  const passing = (async () => {
    for await (const batch of left.messages) {
      for (const { frame } of batch) if (typeof frame === 'string') await right.send(frame);
    }
    await right.close();
  })();
  const frames = [
    '{"jsonrpc":"2.0", "id":1e0,"method":"_nobody/knows","params":{"_meta":{"traceparent":"00-a-b-01"},"x":1.0}}',
    '{"method":"later/draft","jsonrpc":"2.0","id":"é"}',
    'not even JSON',
    '[]',
  ];
  for (const frame of frames) await client.send(frame);
  await client.close();
  const passed: unknown[] = [];
  for await (const batch of agent.frames) passed.push(...batch);
  await passing;
  expect(passed).toEqual(frames);
});

test('[T4] v2 has no methods for files and terminals', () => {
  expect(Object.keys(methods).filter((name) => /^(fs|terminal)\//.test(name))).toEqual([]);
  expect(Object.keys(methods)).toContain('session/request_permission');
});

test('[T9] the capabilities that the text leaves out are there', () => {
  const answer = (session: object) => InitializeResponse.decode({ protocolVersion: 2, capabilities: { session } }).ok;
  for (const capability of ['list', 'resume', 'close', 'load', 'delete']) {
    expect(answer({ [capability]: {} })).toBe(true);
    expect(answer({ [capability]: 'yes' })).toBe(false);
  }
});
