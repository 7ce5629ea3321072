import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { type Json, type RawClient, rawClientOf } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';
import type { AccessScope } from './client-access.ts';
import type { ServeOptions } from './serve.ts';

/** An agent whose log has a session of nobody, and a way to visit it as somebody. */
async function newServer() {
  const log = new MemoryLog();
  let now = 0;
  const served = agent({ sessions: { log, now: () => ++now }, prompt: async () => undefined });
  const visit = (principal?: string, access?: readonly AccessScope[], dialect: Dialect = 'june') => {
    const serving: ServeOptions = { ...(principal !== undefined && { principal }), ...(access && { access }) };
    return rawClientOf(served, dialect, { serving });
  };
  await log.create({ sessionId: 'before', cwd: '/project', at: ++now });
  return { log, visit };
}

const listed = async (client: RawClient, params: Json = {}): Promise<unknown> => {
  const answer = await client.ask('session/list', params);
  return (answer['sessions'] as { sessionId: string }[] | undefined)?.map(({ sessionId }) => sessionId) ?? answer;
};
const everything = { _meta: { 'emend/all': true } };

test.each(['june', 'november', 'v1'] as const)(
  '[RO127] a %s client is shown the sessions of its principal, and those of nobody',
  async (dialect) => {
    const { log, visit } = await newServer();
    const [ada, bob, nobody] = [
      await visit('ada', undefined, dialect),
      await visit('bob', undefined, dialect),
      await visit(undefined, undefined, dialect),
    ] as const;
    const [ofAda, ofBob, ofNobody] = [await ada.open(), await bob.open(), await nobody.open()];
    // What a client says of itself is not believed.
    const forged = { _meta: { 'emend/principal': 'bob', 'emend/by': { principal: 'bob' }, principal: 'bob' } };
    expect(await listed(ada, forged)).toEqual([ofNobody, ofAda, 'before']);
    expect(await listed(bob)).toEqual([ofNobody, ofBob, 'before']);
    expect(await listed(nobody)).toEqual([ofNobody, ofBob, ofAda, 'before']);
    expect((await log.find(ofBob))?.record.principal).toBe('bob');
    // Another connection of the same principal, and one that only has the id.
    const again = await visit('ada', undefined, dialect);
    expect(await listed(again)).toEqual([ofNobody, ofAda, 'before']);
    expect(await again.load(ofBob)).not.toHaveProperty('code');
    expect(await listed(again)).toEqual([ofNobody, ofAda, 'before']);
    await Promise.all([ada, bob, nobody, again].map((client) => client.close()));
  },
);

test('[RO127] who is an admin is shown all sessions when it asks for them, and nobody else', async () => {
  const { visit } = await newServer();
  const [ada, bob] = [await visit('ada'), await visit('bob', ['observe', 'prompt', 'approve'])] as const;
  const [ofAda, ofBob] = [await ada.open(), await bob.open()];
  expect(await listed(ada)).toEqual([ofAda, 'before']);
  expect(await listed(ada, everything)).toEqual([ofBob, ofAda, 'before']);
  expect(await listed(ada, { _meta: { 'emend/all': 'yes' } })).toEqual([ofAda, 'before']);
  expect(await listed(bob, everything)).toEqual({
    code: -32000,
    message: 'This client is no administrator.',
    data: { scope: 'admin' },
  });
  expect(await listed(bob)).toEqual([ofBob, 'before']);
  await Promise.all([ada.close(), bob.close()]);
});

test('[RO127] pages go on where they were, and a cursor of one list is none of another', async () => {
  const { log, visit } = await newServer();
  const ada = await visit('ada');
  for (let index = 0; index < 120; index++) {
    const principal = ['ada', 'bob'][index % 2] as string;
    await log.create({ sessionId: `s${index}`, cwd: '/project', at: 1_000 + index, principal });
  }
  const pages: unknown[] = [];
  let cursor: unknown;
  do {
    const page = await ada.ask('session/list', cursor === undefined ? {} : { cursor });
    pages.push(...(page['sessions'] as { sessionId: string }[]).map(({ sessionId }) => sessionId));
    cursor = page['nextCursor'];
    if (cursor !== undefined) expect(await listed(ada, { cursor, ...everything })).toMatchObject({ code: -32602 });
  } while (cursor !== undefined);
  expect(pages).toEqual([...Array.from({ length: 60 }, (_, index) => `s${118 - 2 * index}`), 'before']);
  await ada.close();
});
