import { type Agent, agent, connect, memoryPair, serve, type Transport } from '@emend/acp';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteLog } from './sqlite-log.ts';
import { scratchFile } from './test-support/scratch.ts';

const cwd = '/project';

/** An agent on a file whose turns say a word, wait for `goOn`, and say another. */
async function patient(file: string): Promise<{ readonly served: Agent; readonly goOn: () => void }> {
  const log = await openSqliteLog(file);
  onTestFinished(() => log.close());
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const served = agent({
    sessions: { log },
    async prompt(turn) {
      const message = turn.message({ id: `said-${turn.text}` });
      await message.append('before ');
      if (turn.text === 'one') await mayGoOn;
      await message.append('after');
      return 'max_tokens';
    },
  });
  return { served, goOn };
}

/** A client of whichever agent is served now, and how to cut its connection. */
async function lastingClient(current: () => Agent) {
  let far: Transport | undefined;
  function dial(): Transport {
    const [near, end] = memoryPair();
    far = end;
    serve(current(), end, { whenClientLeaves: 'finish', onEvent: () => {} });
    return near;
  }
  const client = await connect(dial(), { reopen: dial, onEvent: () => {} });
  onTestFinished(() => client.close());
  const session = await client.newSession({ cwd });
  const said = () => JSON.stringify(session.state.messages.toArray().map(({ content }) => content.toArray()));
  return { session, said, cut: () => far?.close() };
}

test('[RO80] [RO83] a prompt outlasts its connection, and its turn goes on in the file', async () => {
  const { served, goOn } = await patient(scratchFile());
  const { session, said, cut } = await lastingClient(() => served);
  const prompt = session.prompt('one');
  await expect.poll(said).toContain('before');
  await cut();
  await expect.poll(() => session.state.phase).toBe('loaded');
  goOn();
  expect((await prompt).stopReason).toBe('max_tokens');
  expect(said()).toContain('after');
  expect((await session.prompt('two')).stopReason).toBe('max_tokens');
});

test('[RO82] [RO83] a prompt whose agent has crashed fails as its turn did, and the session goes on', async () => {
  const file = scratchFile();
  let { served } = await patient(file);
  const { session, said, cut } = await lastingClient(() => served);
  const prompt = session.prompt('one');
  await expect.poll(said).toContain('before');
  // As in a process of its own, which knows of nothing that ran before.
  ({ served } = await patient(file));
  await cut();
  await expect(prompt).rejects.toMatchObject({ code: -32603, message: 'The agent ended before the turn did.' });
  expect((await session.prompt('two')).stopReason).toBe('max_tokens');
  expect(said()).toBe(
    JSON.stringify(
      [['one'], ['before '], ['two'], ['before ', 'after']].map((texts) =>
        texts.map((text) => ({ type: 'text', text })),
      ),
    ),
  );
});
