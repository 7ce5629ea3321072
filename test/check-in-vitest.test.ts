import { agent, memoryPair, serve } from '@emend/acp';
import { checkAgent } from '@emend/acp/testing';
import { expect, test } from 'vitest';

const myAgent = agent({
  async prompt(turn) {
    await turn.message().append(`You said: ${turn.text}`);
  },
});

function start() {
  const [client, server] = memoryPair();
  serve(myAgent, server);
  return client;
}

const run = await checkAgent(start, { cwd: '/' });

test.each(run.checks)('$dialect $id: $title', async (check) => {
  const { verdict, reason, frames } = await check.run();
  expect({ verdict, reason, frames }).not.toMatchObject({ verdict: 'fail' });
});
