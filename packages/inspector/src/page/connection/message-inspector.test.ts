import { expect, test } from 'vitest';
import type { InspectorEvent } from '../../api/inspector.ts';
import type { PageMessage } from '../../api/wire.ts';
import { MessageInspector } from './message-inspector.ts';

function started() {
  const messages = new MessageInspector(() => {
    throw new Error('not here');
  });
  const sent: PageMessage[] = [];
  return { messages, sent, open: () => messages.opened((message) => sent.push(message)) };
}

test('[IP51] questions wait for the connection, and answers find theirs in any order', async () => {
  const { messages, sent, open } = started();
  const first = messages.inspector.ask('frame', { frame: 1 });
  expect([sent, messages.status()]).toEqual([[], { state: 'connecting' }]);
  open();
  const second = messages.inspector.ask('frame', { frame: 2 });
  expect([sent, messages.status()]).toEqual([
    [
      { id: 1, call: 'frame', question: { frame: 1 } },
      { id: 2, call: 'frame', question: { frame: 2 } },
    ],
    { state: 'open' },
  ]);
  messages.received({ id: 2, failure: 'There is no frame 2.' });
  messages.received({ id: 1, answer: 'one' });
  messages.received({ id: 9, answer: 'nobody asked' });
  expect(await first).toBe('one');
  await expect(second).rejects.toThrow('There is no frame 2.');
});

test('[IP51] what is pending at a loss fails and is not sent again; what is asked then waits', async () => {
  const { messages, sent, open } = started();
  const statuses: string[] = [];
  messages.onStatus(() => statuses.push(messages.status().state));
  open();
  const pending = messages.inspector.ask('talk', { do: 'new' });
  messages.closed({ state: 'lost' });
  await expect(pending).rejects.toThrow('The connection was lost.');
  const next = messages.inspector.ask('overview', {});
  open();
  expect(sent).toEqual([
    { id: 1, call: 'talk', question: { do: 'new' } },
    { id: 2, call: 'overview', question: {} },
  ]);
  messages.received({ id: 2, answer: 'here' });
  expect([await next, statuses]).toEqual(['here', ['open', 'lost', 'open']]);
});

test('[IP51] events come to all who listen', () => {
  const { messages } = started();
  const heard: InspectorEvent[] = [];
  const stop = messages.inspector.listen((event) => heard.push(event));
  const event: InspectorEvent = { type: 'closed', reason: 'The agent ended.' };
  messages.received({ event });
  stop();
  messages.received({ event });
  expect(heard).toEqual([event]);
});
