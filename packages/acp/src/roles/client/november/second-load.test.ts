import { expect, test } from 'vitest';
import { bridge } from '../../../bridge/live/bridge.ts';
import { MemoryLog } from '../../../log/memory-log.ts';
import { memoryPair } from '../../../transport/memory-pair.ts';
import { messageText } from '../../../view/message-text.ts';
import { agent } from '../../agent/agent.ts';
import { serve } from '../../agent/serve.ts';
import { connect } from '../connect.ts';

test.each(['v1', 'june', 'november'] as const)(
  '[RO62] an open session that is loaded again, of an agent of %s, is what was replayed and nothing else',
  async (dialect) => {
    const [near, bridgeNear] = memoryPair();
    const [bridgeFar, far] = memoryPair();
    const rewriting = agent({
      sessions: { log: new MemoryLog() },
      async prompt(turn) {
        const message = turn.message();
        await message.append('first');
        // v1 cannot say this: its client sees another message, with an id that no replay has.
        await message.set('second');
      },
    });
    serve(rewriting, far, { bridge: { dialects: [dialect] } });
    void bridge(bridgeNear, bridgeFar);
    await using client = await connect(near, { prefers: 'november' });
    const session = await client.newSession({ cwd: '/project' });
    await session.prompt('Go.');
    const again = await client.loadSession({ sessionId: session.id, cwd: '/project' });
    expect([...again.state.messages].map(messageText)).toEqual(['Go.', 'second']);
  },
);
