import { expect, test } from 'vitest';
import { checkAgent } from '../../testing/kit/agent/check-agent.ts';
import { plainAgent } from '../test-support/programs.ts';
import { launchAgent } from './launch-agent.ts';

/** An agent that answers initialize and session/new, and knows nothing else. */
const small = `${plainAgent}
  const results = {
    initialize: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: 'small', version: '1' } },
    'session/new': { sessionId: 's1' },
  };
  function onMessage({ id, method }) {
    const result = results[method];
    send(result === undefined ? { id, error: { code: -32601, message: 'Method not found' } } : { id, result });
  }
`;

async function exitOf(source: string, graceMilliseconds: number) {
  const start = () => launchAgent(process.execPath, ['-e', source], { graceMilliseconds });
  const run = await checkAgent(start, { cwd: '/work', dialects: ['v1'], only: ['output.exit'], timeout: 60_000 });
  const { results } = await run.all();
  return results.map(({ verdict, reason }) => ({ verdict, reason }));
}

test('an agent that ends with its input passes the check of its exit', async () => {
  expect(await exitOf(small, 60_000)).toEqual([{ verdict: 'pass', reason: undefined }]);
});

test('an agent that stays when its input has ended is found', async () => {
  expect(await exitOf(`${small}\nsetInterval(() => {}, 1000);`, 200)).toEqual([
    { verdict: 'fail', reason: 'it had to be ended by force (SIGTERM)' },
  ]);
});
