import { expect, test } from 'vitest';
import { MemoryLog } from '../../../log/memory-log.ts';
import { connected } from '../../test-support/pair.ts';
import { until } from '../../test-support/until.ts';

const cwd = '/project';
const prefers = 'november';

test('a client that prefers November has a whole session with an agent of this library', async () => {
  const asked: string[] = [];
  await using pair = await connected(
    {
      sessions: { log: new MemoryLog() },
      async prompt(turn) {
        if (turn.text === 'wait') {
          await new Promise<void>((resolve) => turn.signal.addEventListener('abort', () => resolve()));
          return 'cancelled';
        }
        await turn.message().append('hello');
        const call = await turn.toolCall({ title: 'Write', kind: 'edit' });
        const { isAllowed } = await turn.requestPermission(call);
        await call.update({ status: isAllowed ? 'completed' : 'failed' });
        return 'end_turn';
      },
    },
    {
      prefers,
      requestPermission({ title }) {
        asked.push(title);
        return 'allow';
      },
    },
  );
  const { client } = pair;
  expect(client.dialect).toBe('november');
  const session = await client.newSession({ cwd });
  const turn = session.prompt('go');
  const { messageId } = await turn.inserted;
  expect([await turn, session.isBusy, asked]).toEqual([{ stopReason: 'end_turn' }, false, ['Write']]);
  expect(session.state.messages.toArray().map(({ kind }) => kind)).toEqual(['user', 'agent']);
  expect([session.state.messages.at(0)?.messageId, session.state.diagnostics.length]).toEqual([messageId, 0]);

  const waiting = session.prompt('wait');
  const held = session.prompt('never');
  await waiting.inserted;
  session.cancel();
  expect([await waiting, await held]).toEqual([{ stopReason: 'cancelled' }, { stopReason: 'cancelled' }]);

  await session.close();
  const loaded = await client.loadSession({ sessionId: session.id, cwd });
  await until(loaded, () => loaded.state.messages.length >= 2);
  expect([loaded.isBusy, loaded.state.toolCalls.toArray().map(({ status }) => status)]).toEqual([false, ['completed']]);
});

test('without a preference an agent of this library is spoken to in June', async () => {
  await using pair = await connected({ prompt: () => {} });
  expect(pair.client.dialect).toBe('june');
});
