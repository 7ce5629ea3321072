import { expect, test } from 'vitest';
import { Peer } from '../../jsonrpc/peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connect } from './connect.ts';

const page = (sessionId: string, nextCursor?: string) => ({
  sessions: [{ sessionId, cwd: '/project' }],
  ...(nextCursor === undefined ? {} : { nextCursor }),
});

/** The ids that a client lists of an agent with these pages by cursor, and what went wrong if something did. */
async function listed(pages: Readonly<Record<string, unknown>>): Promise<{ ids: string[]; error: unknown }> {
  const [near, far] = memoryPair();
  await using _ = new Peer(far, {
    requests: {
      initialize: () => ({ protocolVersion: 2, capabilities: { session: { list: {} } } }),
      'session/list': (params) => pages[(params as { cursor?: string }).cursor ?? ''],
    },
  });
  await using client = await connect(near);
  const ids: string[] = [];
  try {
    for await (const { sessionId } of client.allSessions()) {
      // An endless list must not keep the test from ending.
      if (ids.push(sessionId) > 10) break;
    }
  } catch (error) {
    return { ids, error };
  }
  return { ids, error: undefined };
}

test('[C12] sessions are listed page after page until a cursor is missing', async () => {
  expect(await listed({ '': page('one', 'a'), a: page('two', 'b'), b: page('three') })).toEqual({
    ids: ['one', 'two', 'three'],
    error: undefined,
  });
});

test.each([
  [{ '': page('one', 'a'), a: page('two', 'a') }, ['one', 'two'], '"a"'],
  [{ '': page('one', 'a'), a: page('two', 'b'), b: page('three', 'a') }, ['one', 'two', 'three'], '"a"'],
  [{ '': page('one', '') }, ['one', 'one'], '""'],
])('a cursor that was given before would have no end: %j', async (pages, ids, cursor) => {
  const found = await listed(pages);
  expect(found).toMatchObject({
    ids,
    error: {
      name: 'MalformedResultError',
      method: 'session/list',
      message: `The agent's answer to session/list is malformed: nextCursor ${cursor} was already used.`,
    },
  });
});
