import { expect, test } from 'vitest';
import { wayToJune, wayToNovember } from '../test-support/crossings.ts';

const chunk = (messageId: string, text: string, kind = 'agent_message') => ({
  sessionUpdate: `${kind}_chunk`,
  messageId,
  content: { type: 'text', text },
});
const begins = (messageId: string, kind = 'agent_message') => ({ sessionUpdate: kind, messageId, content: [] });

test('[BR183] in a replay a message that the client knows begins anew, once', () => {
  const { update, startReplay, endReplay } = wayToNovember();
  expect(['m', 'm'].flatMap((id) => update(chunk(id, 'a')))).toEqual([chunk('m', 'a'), chunk('m', 'a')]);
  update(chunk('u', 'q', 'user_message'));
  startReplay();
  const replayed = [chunk('u', 'q', 'user_message'), chunk('m', 'a'), chunk('m', 'b'), chunk('n', 'c')];
  expect(replayed.flatMap(update)).toEqual([
    begins('u', 'user_message'),
    replayed[0],
    begins('m'),
    replayed[1],
    replayed[2],
    replayed[3],
  ]);
  endReplay();
  expect(update(chunk('m', 'd'))).toEqual([chunk('m', 'd')]);
});

test('[BR183] one id for two kinds of message is two messages, and a whole message needs no beginning', () => {
  const { update, startReplay } = wayToNovember();
  update(chunk('m', 'a'));
  update(chunk('m', 'a', 'agent_thought'));
  startReplay();
  const whole = { sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: 'a' }] };
  expect([whole, chunk('m', 'b')].flatMap(update)).toEqual([whole, chunk('m', 'b')]);
  expect(update(chunk('m', 'b', 'agent_thought'))).toEqual([
    begins('m', 'agent_thought'),
    chunk('m', 'b', 'agent_thought'),
  ]);
});

test('[BR183] the content of a tool call that the client knows begins anew with its first piece', () => {
  const { update, startReplay } = wayToNovember();
  const piece = {
    sessionUpdate: 'tool_call_content_chunk',
    toolCallId: 't',
    content: { type: 'content', content: { type: 'text', text: 'a' } },
  };
  update(piece);
  startReplay();
  const created = { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'T' };
  expect([created, piece, piece].flatMap(update)).toEqual([
    created,
    { sessionUpdate: 'tool_call_update', toolCallId: 't', content: [] },
    piece,
    piece,
  ]);
});

test('[BR183] [N114] a user message goes by the id that the client knows it by', () => {
  const { update, crossing } = wayToNovember();
  crossing.session.values.userAliases.set('x', 'emend-p1');
  expect(update(chunk('x', 'a', 'user_message'))).toEqual([chunk('emend-p1', 'a', 'user_message')]);
  expect(update({ sessionUpdate: 'user_message', messageId: 'x', _meta: { a: 1 } })).toEqual([
    { sessionUpdate: 'user_message', messageId: 'emend-p1', _meta: { a: 1 } },
  ]);
  expect(update(chunk('x', 'a'))).toEqual([chunk('x', 'a')]);
});

test('[BR174] a terminal that the client does not know is a placeholder, and comes back as what it was', () => {
  const { update, kinds } = wayToNovember();
  const call = { sessionUpdate: 'tool_call_update', toolCallId: 't' };
  const item = { type: 'terminal', terminalId: 'x' };
  const [sent] = update({ ...call, content: [item] });
  expect(sent).toEqual({
    ...call,
    content: [{ type: 'content', content: { type: 'text', text: '[terminal]' }, _meta: { 'emend/raw': item } }],
  });
  expect(kinds()).toEqual(['repair agent-terminal']);
  expect(wayToJune().update(sent as object)).toEqual([{ ...call, content: [item] }]);
});

test('[BR174] a terminal that a bridge has shown as text is one again only if the client knows it', () => {
  const { update } = wayToNovember();
  const call = { sessionUpdate: 'tool_call_update', toolCallId: 't' };
  const terminal = { type: 'terminal', terminalId: 'x' };
  const text = { type: 'content', content: { type: 'text', text: 'hi' }, _meta: { 'emend/raw': terminal } };
  expect(update({ ...call, content: [text] })).toEqual([{ ...call, content: [text] }]);
  update({ sessionUpdate: 'terminal_update', terminalId: 'x' });
  expect(update({ ...call, content: [text] })).toEqual([{ ...call, content: [terminal] }]);
});
