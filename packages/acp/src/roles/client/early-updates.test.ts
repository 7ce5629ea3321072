import { expect, test } from 'vitest';
import { chunk, v1Agent } from '../test-support/v1-agent.ts';
import { connect } from './connect.ts';
import type { ClientEvent } from './options.ts';

const mebibyte = 'x'.repeat(1024 * 1024);

test('[RO35] what an agent sends before its session is known is bounded by size, and what is given up is told', async () => {
  const { transport } = v1Agent({
    initialize: (message, voice) => voice.answer(message, { protocolVersion: 2, capabilities: { session: {} } }),
    'session/new': (message, voice) => {
      for (let count = 0; count < 24; count++) voice.update({ ...chunk('agent', mebibyte), messageId: `m${count}` });
      voice.answer(message, { sessionId: 's' });
    },
  });
  const events: ClientEvent[] = [];
  await using client = await connect(transport, { onEvent: (event) => void events.push(event) });
  const { state } = await client.newSession({ cwd: '/' });
  const kept = Array.from({ length: 16 }, (_, index) => `m${index}`);
  expect(state.messages.toArray().map(({ messageId }) => messageId)).toEqual(kept);
  expect(events.map(({ type }) => type)).toEqual(Array(8).fill('unknown-session'));
});
