import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FrameQueue } from '../../transport/frame-queue.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { routedClient } from './routed-client.ts';

const message = (body: object): string => JSON.stringify({ jsonrpc: '2.0', ...body });

function update(text: string): string {
  const content = { type: 'text', text };
  const params = { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content } };
  return message({ method: 'session/update', params });
}

/** A connection to the node of a session; it is lost at both ends or, while more is to be read, for sending only. */
class FakeLink {
  readonly frames = new FrameQueue();
  readonly asked: { readonly id?: unknown; readonly method?: string }[] = [];
  canSend = true;

  send(frame: string): Promise<void> | undefined {
    if (!this.canSend) return Promise.reject(new Error('It is lost.'));
    const { id, method } = JSON.parse(frame);
    this.asked.push({ id, method });
    if (method === 'initialize') this.say(message({ id, result: {} }));
    return undefined;
  }

  say(...frames: string[]): void {
    this.frames.push(frames);
  }

  async close(): Promise<void> {}
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}

test('[RE94] what a lost connection still has of a session that the same node has is not told, and its end ends no other', async () => {
  const links: FakeLink[] = [];
  const [near, far] = memoryPair({ highWater: 1 });
  const client = routedClient(far, {
    locate: async () => 'a',
    follow: async () => 'a',
    async open() {
      const link = new FakeLink();
      links.push(link);
      return link;
    },
  });
  void near.send(message({ id: 1, method: 'initialize', params: { protocolVersion: 2, capabilities: {} } }));
  void near.send(message({ id: 2, method: 'session/load', params: { sessionId: 's', cwd: '/' } }));
  await settled();
  const [first] = links as [FakeLink];
  first.say(message({ id: 2, result: {} }), update('one'), update('two'));
  await settled();
  first.canSend = false;
  void near.send(message({ id: 3, method: 'session/prompt', params: { sessionId: 's' } }));
  await settled();
  const [, second] = links as [FakeLink, FakeLink];
  const reload = second.asked.find(({ method }) => method === 'session/load')?.id;
  const mark = message({ method: '$/emend/replay', params: { requestId: reload } });
  second.say(mark, update('all'), message({ id: reload, result: {} }));
  const told: string[] = [];
  void (async () => {
    for await (const batch of near.frames) for (const frame of batch) told.push(String(frame));
  })();
  await settled();
  first.frames.end();
  await settled();
  second.say(update('more'));
  await settled();
  const refused = told.find((frame) => frame.includes('"id":3'));
  expect(told.filter((frame) => frame !== refused)).toEqual([
    message({ id: 2, result: {} }),
    update('all'),
    update('more'),
  ]);
  expect([refused !== undefined, links.length]).toEqual([true, 2]);
  await client.close();
});

test('[RE93] a client that has left while one of its sessions is located is nobody to be told that another one is lost', async () => {
  const [near, far] = memoryPair();
  let link = new FakeLink();
  let found = (_: string) => {};
  const client = routedClient(far, {
    locate: (session) => (session === 's' ? Promise.resolve('a') : new Promise((resolve) => (found = resolve))),
    follow: () => new Promise(() => {}),
    async open() {
      link = new FakeLink();
      return link;
    },
  });
  const load = (id: number, sessionId: string) =>
    message({ id, method: 'session/load', params: { sessionId, cwd: '/' } });
  void near.send(message({ id: 1, method: 'initialize', params: { protocolVersion: 2, capabilities: {} } }));
  void near.send(load(2, 's'));
  await settled();
  link.say(message({ id: 2, result: {} }));
  await settled();
  link.frames.end();
  await settled();
  void near.send(load(3, 't'));
  void near.send(message({ id: 4, method: 'session/prompt', params: { sessionId: 's' } }));
  await settled();
  await near.close();
  found('a');
  await settled();
  // A rejection that nobody handles would fail this test.
  await client.close();
});
