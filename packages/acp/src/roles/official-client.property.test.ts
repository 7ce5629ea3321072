import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import type { Dialect } from '../protocol/dialects.ts';
import { anyConversation, converse } from './test-support/official-client.ts';

test.each<[string, readonly Dialect[] | undefined]>([
  ['directly', undefined],
  ['through a bridge, which passes November', ['november']],
  ['through a bridge to June', ['june']],
  ['through a bridge to v1', ['v1']],
])('[N118] [N119] [N120] the client of the official SDK takes all that an agent can do, %s', async (_, speaks) => {
  let turns = 0;
  await fc.assert(
    fc.asyncProperty(anyConversation, async (conversation) => {
      turns += await converse(conversation, speaks);
    }),
    { numRuns: counts({ short: 8, long: 60 }) },
  );
  expect(turns).toBeGreaterThan(counts({ short: 8, long: 150 }));
});
