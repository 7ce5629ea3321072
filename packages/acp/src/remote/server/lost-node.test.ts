import { expect, onTestFinished, test } from 'vitest';
import { envelopeText, nodeGreeting } from '../nodes/node-envelope.ts';
import { initialize, Served } from '../test-support/served.ts';

const nodeKey = 'the-key-of-this-node-0123456789abcdef';

/** A server with another node, which has passed a client on. */
async function withNode() {
  const served = new Served({ authenticate: async () => undefined, nodeKey });
  onTestFinished(() => served.close());
  const { client } = await served.open({ target: '/acp?counted=1', headers: { authorization: `Bearer ${nodeKey}` } });
  const frame = JSON.stringify(initialize);
  client.send(nodeGreeting);
  client.send(envelopeText({ type: 'open', channel: 1, principal: 'ada' }));
  client.send(envelopeText({ type: 'frame', channels: [1], frame }));
  await served.settle();
  expect(served.connections.map(({ principal }) => principal)).toEqual(['ada']);
  const isThere = () => served.server.connections.map(({ principal }) => principal.replace(/ .*/, ''));
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      served.clock.advance(1_000);
      await served.settle();
    }
  };
  return { client, isThere, pass };
}

test('[RE92] [X3] the clients of a node that was killed are given up when it has not come back within 5 s', async () => {
  const { client, isThere, pass } = await withNode();
  client.terminate();
  await pass(4);
  expect(isThere()).toEqual(['node', 'ada']);
  await pass(2);
  expect(isThere()).toEqual([]);
});

test('[RE92] [X3] the clients of a node that says nothing are given up after 10 s', async () => {
  const { client, isThere, pass } = await withNode();
  await pass(9);
  expect(isThere()).toEqual(['node', 'ada']);
  client.send(envelopeText({ type: 'pong' }));
  await pass(10);
  expect(isThere()).toEqual(['node', 'ada']);
  await pass(2);
  expect(isThere()).toEqual([]);
});
