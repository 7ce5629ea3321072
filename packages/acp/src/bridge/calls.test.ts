import { expect, test } from 'vitest';
import { exchange } from './exchange.ts';
import { type Outbox, outbox } from './outbox.ts';
import type { Call, Pairing } from './pairing.ts';

const request = (id: number) => ({ jsonrpc: '2.0' as const, id, method: 'm', params: { id } });
const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });

/** An exchange whose pairing leaves every request to the test. */
function held(fields: Partial<Pairing> = {}) {
  const calls: Call[] = [];
  const pairing: Pairing = {
    request(_from, _request, _out, call) {
      calls.push(call);
      return undefined;
    },
    notification() {},
    flush() {},
    end() {},
    hasWaiting: () => false,
    isEarly: () => false,
    ...fields,
  };
  const receive = exchange(pairing, { client: '2toN', agent: 'Nto2' });
  const take = (from: 'client' | 'agent', value: unknown): Outbox => {
    const out = outbox();
    receive(from, value, out);
    return out;
  };
  return { calls, take };
}

test('[BR151] a request can be held, passed on later and answered before its answer has come; only the first answer is sent', () => {
  const { calls, take } = held();
  expect(take('client', request(1))).toMatchObject({ toAgent: [], toClient: [] });
  const [call] = calls as [Call];
  const passed = outbox();
  call.pass({ method: 'n', params: { x: 1 } }, passed);
  expect(passed.toAgent).toEqual([{ jsonrpc: '2.0', id: 1, method: 'n', params: { x: 1 } }]);
  const answered = outbox();
  call.answer({ result: 'early' }, answered);
  call.answer({ error: { code: 1, message: 'twice' } }, answered);
  expect(answered.toClient).toEqual([result(1, 'early')]);
  expect(take('agent', result(1, 'late'))).toMatchObject({ toClient: [], toAgent: [], ledger: [] });
});

test('[BR151] an answer that is held back keeps its place in the array of a batch', () => {
  const { calls, take } = held();
  expect(take('client', [request(1), request(2)]).toClient).toEqual([]);
  const out = outbox();
  calls[1]?.answer({ result: 'b' }, out);
  expect(out.toClient).toEqual([]);
  calls[0]?.answer({ result: 'a' }, out);
  expect(out.toClient).toEqual([[result(2, 'b'), result(1, 'a')]]);
});

test('[BR147] a side without batches, and ids that not both dialects have', () => {
  const { calls, take } = held({ withoutBatches: 'agent', takesId: (id) => id !== 5 });
  const invalid = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };
  expect(take('agent', [request(1)]).toAgent).toEqual([invalid]);
  expect(take('client', request(5)).toClient).toEqual([invalid]);
  expect(take('client', [request(5), request(6)]).toClient).toEqual([]);
  const out = outbox();
  calls[0]?.answer({ result: 'a' }, out);
  expect(out.toClient).toEqual([[invalid, result(6, 'a')]]);
});
