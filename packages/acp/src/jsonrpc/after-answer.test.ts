import { test } from 'vitest';
import { RpcError } from './rpc-error.ts';
import { connect, deferred, note, turns } from './test-support/connect.ts';

test('[JR30] a handler is told when its answer is on its way, and what it sends then follows it', async () => {
  const { far } = connect({
    requests: {
      ask: async (params, context) => {
        void context.answered.then(() => context.notify('after', params as object));
        await turns(3);
        return 'done';
      },
    },
  });
  for (const id of [1, 2]) await far.send({ jsonrpc: '2.0', id, method: 'ask', params: [id] });
  for (const id of [1, 2]) {
    await far.expect({ jsonrpc: '2.0', id, result: 'done' });
    await far.expect(note('after', [id]));
  }
});

test('[JR33] what is to follow an answer does, in order, in a batch too, and is dropped with a refusal', async () => {
  const finish = deferred();
  const { far } = connect({
    requests: {
      ask: async (params, context) => {
        const told = { of: params };
        await context.notifyAfterAnswer('first', told);
        told.of = 'something else by now';
        void context.notify('meanwhile', params);
        void context.notifyAfterAnswer('second', params);
        void context.answered.then(() => context.notifyAfterAnswer('third', params));
        return 'done';
      },
      refuse: async (_, context) => {
        void context.notifyAfterAnswer('never');
        void context.answered.then(() => context.notifyAfterAnswer('never'));
        throw new RpcError(1, 'no');
      },
      finish: () => finish.promise,
    },
  });
  await far.send({ jsonrpc: '2.0', id: 1, method: 'ask', params: [1] });
  await far.expect(note('meanwhile', [1]));
  await far.expect({ jsonrpc: '2.0', id: 1, result: 'done' });
  await far.expect(note('first', { of: [1] }));
  await far.expect(note('second', [1]));
  await far.expect(note('third', [1]));
  await far.send(['ask', 'refuse', 'finish'].map((method, id) => ({ jsonrpc: '2.0', id, method, params: [2] })));
  await far.expect(note('meanwhile', [2]));
  finish.resolve();
  await far.expect([
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } },
    { jsonrpc: '2.0', id: 0, result: 'done' },
    { jsonrpc: '2.0', id: 2, result: null },
  ]);
  for (const message of [note('first', { of: [2] }), note('second', [2]), note('third', [2])])
    await far.expect(message);
  await far.send({ jsonrpc: '2.0', id: 3, method: 'finish' });
  await far.expect({ jsonrpc: '2.0', id: 3, result: null });
});
