import { agent, connect, memoryPair, serve } from '@emend/acp';
import { expect, test } from 'vitest';
import type { Inspector, InspectorEvent } from '../../api/inspector.ts';
import { talkingInspector } from './talking-inspector.ts';

test('[IP80] what is talk is answered by the client, everything else by the recording, and both are listened to', async () => {
  const asked: string[] = [];
  const listeners = new Set<(event: InspectorEvent) => void>();
  const recording = {
    async ask(call: string) {
      asked.push(call);
      return call === 'overview' ? { frames: 3, canTalk: false } : call;
    },
    async *download() {
      yield 'line';
    },
    listen(listener: (event: InspectorEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Inspector;
  const [near, far] = memoryPair();
  serve(agent({ prompt: async () => {} }), far);
  const inspector = talkingInspector(recording, (options) => connect(near, options), { cwd: '/w', version: '1' });
  const heard: string[] = [];
  const stop = inspector.listen(({ type }) => heard.push(type));
  await expect.poll(async () => (await inspector.ask('talkState', {})).sessions.length).toBe(1);
  expect(await inspector.ask('overview', {})).toEqual({ frames: 3, canTalk: true });
  expect(await inspector.ask('time', {})).toBe('time');
  // What the page asks for is a name of its own choice.
  expect(await inspector.ask('toString' as 'time', {})).toBe('toString');
  for await (const part of inspector.download({ what: 'recording', frame: 1 })) expect(part).toBe('line');
  for (const listener of listeners) listener({ type: 'closed', reason: 'x' });
  stop();
  const count = heard.length;
  expect(await inspector.ask('talk', { do: 'new' })).toMatchObject({ done: 'new' });
  await inspector.close();
  expect([asked, new Set(heard), heard.length, listeners.size]).toEqual([
    ['overview', 'time', 'toString'],
    new Set(['talk', 'closed']),
    count,
    0,
  ]);
});
