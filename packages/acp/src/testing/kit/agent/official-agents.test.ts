import { beforeAll, expect, test, vi } from 'vitest';
import type { StartPeer } from '../started-peer.ts';
import { officialNovemberAgent } from '../test-support/official-november-agent.ts';
import { officialV1Agent } from '../test-support/official-v1-agent.ts';
import { prompts } from '../test-support/right-agent.ts';
import { checkAgent } from './check-agent.ts';

// The SDK prints what it ignores.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

const findingsOf = async (start: StartPeer) => {
  const run = await checkAgent(start, { cwd: '/work', prompts, timeout: 60_000, jobs: 8 });
  const { results } = await run.all();
  const found = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return { dialects: run.dialects, found: found.map(({ verdict, id, reason }) => `${verdict} ${id}: ${reason}`) };
};

test('an agent on the v1 API of the official SDK fails nothing', async () => {
  expect(await findingsOf(officialV1Agent())).toEqual({ dialects: ['1'], found: [] });
});

test('an agent on the v2 API of the official SDK fails nothing', async () => {
  expect(await findingsOf(officialNovemberAgent())).toEqual({ dialects: ['november'], found: [] });
});
