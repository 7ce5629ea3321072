import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OpenWork, requestIn } from './open-work.ts';

type Fields = Record<string, unknown>;

const id = fc.constantFrom<unknown>(0, 1, -3, 'a', 'q"\\', '', 'id":1,"method":"x', null, 1.5, '1');
const method = fc.constantFrom(
  'session/prompt',
  'session/update',
  'session/cancel',
  'x',
  'a"b\\',
  '',
  '"state_update"',
);
const state = fc.constantFrom<unknown>('idle', 'running', 'requires_action', '_other', 1);
const update = fc.record({
  sessionUpdate: fc.constantFrom('state_update', 'agent_message_chunk'),
  state,
  text: fc.constant('"state_update"'),
});
const params = fc.oneof(
  fc.constant({}),
  fc.record({ sessionId: fc.constantFrom<unknown>('s', 't', 1), update }),
  fc.constant({ id: 1, method: 'session/prompt', text: '{"jsonrpc":"2.0","id":1,"result":{}}' }),
);
const message: fc.Arbitrary<Fields> = fc.oneof(
  fc.record({ id, method, params }),
  fc.record({ method, params }),
  fc.record({ id, result: params }),
  fc.record({ id, error: fc.constant({ code: 1, message: 'x' }) }),
  fc.record({ id, method: fc.constant(1) }),
);

/** The text of a message with its members in some order, and with or without spaces. */
const text = fc.tuple(message, fc.integer({ min: 0, max: 5 }), fc.boolean()).map(([fields, turn, isSpaced]) => {
  const entries = Object.entries<unknown>({ jsonrpc: '2.0', ...fields });
  const turned = turn === 5 ? entries : [...entries.slice(turn), ...entries.slice(0, turn)];
  return JSON.stringify(Object.fromEntries(turned), undefined, isSpaced ? 1 : undefined);
});

const frame = fc.oneof(text, fc.constantFrom('', 'nonsense', '[]', '{"jsonrpc":"2.0","id":', '1'));

/** What a frame says, read the plain way. */
function plainly(source: string): Fields {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

test('[RE49] a request is found in a frame however it is written', () => {
  fc.assert(
    fc.property(frame, (source) => {
      const { id: given, method: called } = plainly(source);
      const isRequest = given !== undefined && typeof called === 'string';
      expect(requestIn(source)).toEqual(isRequest ? { id: JSON.stringify(given), method: called } : undefined);
    }),
  );
});

test('[RE49] an agent is busy while a request has no answer or a session runs', () => {
  const step = fc.record({ from: fc.constantFrom('client', 'agent'), source: frame });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const work = new OpenWork();
      const open = new Set<string>();
      const running = new Set<unknown>();
      for (const { from, source } of steps) {
        const said = plainly(source) as Record<string, Fields | undefined>;
        if (from === 'client') {
          const request = requestIn(source);
          if (request !== undefined) work.begin(request);
          if (said['id'] !== undefined && typeof said['method'] === 'string') open.add(JSON.stringify(said['id']));
        } else {
          work.sent(source);
          if ('id' in said && !('method' in said)) open.delete(JSON.stringify(said['id']));
          const changed = said['params']?.['update'] as Fields | undefined;
          const session = said['params']?.['sessionId'];
          if (changed?.['sessionUpdate'] === 'state_update' && typeof session === 'string') {
            if (changed['state'] === 'idle') running.delete(session);
            else running.add(session);
          }
        }
        expect([work.requests, work.isDone(() => false), work.isDone((session) => session === 's')]).toEqual([
          open.size,
          open.size + running.size === 0,
          open.size + [...running].filter((session) => session !== 's').length === 0,
        ]);
      }
    }),
  );
});

test('[RE49] a large prompt is not read to its end', () => {
  const cut = `{"jsonrpc":"2.0","id":7,"method":"session/prompt","params":{"prompt":[${'['.repeat(1_000)}`;
  expect(requestIn(cut)).toEqual({ id: '7', method: 'session/prompt' });
});
