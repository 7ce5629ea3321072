import { agent, memoryPair, serve } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import { type CheckAgentOptions, checkAgent } from '@emend/acp/testing';
import { expect, test } from 'vitest';
import { demonstration } from './demo-agent.ts';

async function findings(options: Partial<CheckAgentOptions>) {
  const demo = demonstration({ pace: 0, log: new MemoryLog() });
  const own = agent(demo.definition);
  const start = () => {
    const [near, far] = memoryPair();
    serve(own, far, { onEvent: () => {} });
    return near;
  };
  const run = await checkAgent(start, { cwd: '/work', timeout: 60_000, jobs: 8, ...options });
  const { results } = await run.all();
  await demo.close();
  const found = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return found.map(({ verdict, dialect, id, reason }) => `${verdict} ${dialect} ${id}: ${reason}`);
}

test('the conformance kit finds nothing in the demo agent, in any dialect', async () => {
  const prompts = { ordinary: '/think', tool: '/tools', permission: '/permission' };
  expect(await findings({ prompts })).toEqual([]);
});

test('nor in its tour, which has every kind of update', async () => {
  const only = ['prompt.valid', 'prompt.own-words', 'replay.complete', 'messages.ids'];
  expect(await findings({ only, prompts: { ordinary: '/tour' } })).toEqual([
    // In v1 what is replaced was said; an agent that replays the outcome has taken it back.
    'warn 1 replay.complete: parts of what the agent had said are missing: from character 987 on; it was "age that is replacedDraft 1: the meeting is on Monday.Draft ", and is "age that is replacedThe meeting is on **Tuesday at ten**, in"',
  ]);
});
