import { expect, test } from 'vitest';
import { foldedSession } from '../session/folded.ts';
import { newSessionState } from '../session/state.ts';
import { foldEntries } from './restore.ts';
import { eventOfText, textOfEvent } from './store/event-text.ts';

/** Entries as the release before November wrote them. */
const stored = [
  '{"type":"opened","additionalDirectories":["/more"]}',
  '{"type":"configured","configOptions":[{"type":"select","id":"m","name":"M","currentValue":"a","options":[{"value":"a","name":"A"}]}]}',
  '{"type":"prompt_sent","prompt":[{"type":"text","text":"go"}],"requestId":1}',
  '{"type":"update","update":{"sessionUpdate":"user_message","messageId":"u","content":[{"type":"text","text":"go"}]}}',
  '{"type":"update","update":{"sessionUpdate":"agent_message_chunk","messageId":"m","content":{"type":"text","text":"A"}}}',
  '{"type":"permission_opened","requestId":7,"toolCall":{"toolCallId":"c","title":"T"},"options":[],"_meta":{"a":1}}',
  '{"type":"permission_answered","requestId":7,"outcome":{"outcome":"cancelled"}}',
  '{"type":"update","update":{"sessionUpdate":"tool_call_update","toolCallId":"c","status":"cancelled","name":"kept as it is"}}',
  '{"type":"update","update":{"sessionUpdate":"terminal_update","terminalId":"t"}}',
  '{"type":"cancel_sent"}',
  '{"type":"turn_ended","requestId":1,"stopReason":"cancelled"}',
  '{"type":"update","update":{"sessionUpdate":"agent_message","messageId":"x"},"erased":{"at":5,"bytes":3,"entries":1}}',
];

test('[LG23] a log of the release before November reads as it did', () => {
  const events = stored.map(eventOfText);
  expect(events.map(textOfEvent)).toEqual(stored);
  const entries = events.map((event, position) => ({ position, at: 1, event }));
  expect(JSON.stringify(foldedSession(foldEntries(newSessionState(), entries)))).toBe(
    '{"messages":[{"messageId":"u","kind":"user","content":[{"type":"text","text":"go"}]},{"messageId":"m","kind":"agent","content":[{"type":"text","text":"A"}]},{"messageId":"x","kind":"agent","content":[]}],"toolCalls":[{"toolCallId":"c","title":"T","kind":"other","status":"cancelled","content":[],"locations":[]}],"plans":[],"timeline":[{"message":"u"},{"message":"m"},{"toolCall":"c"},{"unknown":{"sessionUpdate":"terminal_update","terminalId":"t"}},{"message":"x"}],"availableCommands":[],"configOptions":[{"type":"select","id":"m","name":"M","currentValue":"a","options":[{"value":"a","name":"A"}]}],"turns":[{"status":"ended","message":"u","stopReason":"cancelled","cancelled":true,"cancelledToolCalls":["c"],"start":0,"end":4}],"diagnostics":[{"code":"permission_unannounced","at":5,"detail":"permission is asked for \\"c\\", which had not been reported"},{"code":"unknown_tag","at":8,"detail":"update \\"terminal_update\\" is not known"},{"code":"update_after_turn","at":11,"detail":"the agent went on after it had answered the prompt"}]}',
  );
});
