import { expect, test } from 'vitest';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connect } from './connect.ts';
import type { ClientEvent } from './options.ts';

test('[RO34] what an agent prints before the handshake is reported at once, and only once', async () => {
  const [near, far] = memoryPair();
  const events: ClientEvent[] = [];
  const reported: ClientEvent[] = [
    { type: 'noise', problem: 'not-json', text: 'Starting …' },
    { type: 'noise', problem: 'not-jsonrpc', text: '{"level":"info"}' },
  ];
  let connecting: ReturnType<typeof connect> | undefined;
  await new Promise<void>((resolve) => {
    const onEvent = (event: ClientEvent): void => {
      if (events.push(event) === reported.length) resolve();
    };
    connecting = connect(near, { onEvent });
    for (const { text } of reported as { text: string }[]) void far.send(text);
  });
  expect(events).toEqual(reported);
  void far.send('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":2,"capabilities":{}}}');
  const client = await connecting;
  await client?.close();
  expect(events).toEqual(reported);
});
