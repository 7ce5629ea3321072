import { expect, test } from 'vitest';
import { object } from '../../test-support/json.ts';
import { wayToJune } from '../test-support/crossings.ts';
import { closedSessionValues, loadedSessionValues } from './session-values.ts';

const chunk = (kind: string) => ({
  sessionUpdate: `agent_${kind}_chunk`,
  messageId: 'm',
  content: { type: 'text', text: 'a' },
});
const output = { sessionUpdate: 'terminal_output_chunk', terminalId: 'x', data: 'aGk=' };
const call = { sessionUpdate: 'tool_call_update', toolCallId: 't' };

/** A session with something of everything. */
function used() {
  const way = wayToJune();
  way.update(chunk('thought'));
  way.update(chunk('message'));
  way.update({ ...call, name: 'Bash', content: [{ type: 'terminal', terminalId: 'x' }], _meta: { a: 1 } });
  way.update(output);
  way.update({ sessionUpdate: 'session_info_update', _meta: { b: 2 } });
  const boolean = { configId: 'f', name: 'F', type: 'boolean', currentValue: true };
  way.update({ sessionUpdate: 'config_option_update', configOptions: [boolean] });
  return way;
}

/** Goes on with what is kept of the session. */
function goingOn(way: ReturnType<typeof used>, keep: typeof closedSessionValues) {
  const next = wayToJune();
  Object.assign(next.crossing.session, { values: keep(way.crossing.session.values) });
  return next;
}

test('[BR171] [N95] a session that is loaded has the same ids in another order, and everything else anew', () => {
  const { update, crossing } = goingOn(used(), loadedSessionValues);
  const ids = ['message', 'thought'].flatMap((kind) => update(chunk(kind)).map((sent) => object(sent)['messageId']));
  expect(ids).toEqual(['m~agent', 'm']);
  expect(update({ ...call, name: 'Bash', _meta: { a: 1 } })).toEqual([
    { ...call, _meta: { a: 1, 'emend/name': 'Bash' } },
  ]);
  expect(update({ sessionUpdate: 'session_info_update', _meta: { b: 2 } })).toEqual([
    { sessionUpdate: 'session_info_update', _meta: { b: 2 } },
  ]);
  expect(crossing.session.values.options).toHaveLength(1);
});

test('[BR23] of a closed session everything is kept but content and output', () => {
  const { update, flush, crossing } = goingOn(used(), closedSessionValues);
  expect(update(chunk('message')).map((sent) => object(sent)['messageId'])).toEqual(['m~agent']);
  expect(update({ ...call, _meta: { c: 3 } })).toEqual([{ ...call, _meta: { a: 1, c: 3, 'emend/name': 'Bash' } }]);
  expect([update(output), flush()]).toEqual([[], []]);
  const piece = { sessionUpdate: 'tool_call_content_chunk', toolCallId: 't' };
  const [sent] = update({ ...piece, content: { type: 'terminal', terminalId: 'x' } });
  expect(object(object(object(sent)['content'])['content'])['text']).toBe('hi');
  // What the client has besides is no longer known, so that it cannot be sent again.
  expect([update(output), flush()]).toEqual([[], []]);
  expect(crossing.session.values.toolCalls.get('t')?.slots).toBeUndefined();
});
