import { answer, opening, recording, request, update } from './sample-recording.ts';

/** What a hostile agent could say, wherever it can say something. */
const hostile = [
  '<img src=x onerror="globalThis.hit=1">',
  '<script>globalThis.hit=1</script>',
  '</style><style>*{display:none!important}</style>',
  '[link](javascript:globalThis.hit=1)',
  '![picture](https://tracker.invalid/x.png)',
  '" onmouseover="globalThis.hit=1" style="position:fixed;inset:0',
  '\u202Ereversed\u202C \u2066isolated\u2069 \u200B',
  '\u001b[31mred\u001b[0m\u0007\u0000',
  'wide'.repeat(400),
  '\n\n\n',
].join(' ');

const text = (value: string) => ({ type: 'text', text: value });
const sessionId = `session ${hostile}`;

/** A recording with hostile content in every field that an agent controls. */
export const hostileRecording = recording([
  ...opening.slice(0, 3),
  answer(2, { sessionId, configOptions: [], [hostile]: hostile }),
  request(3, 'session/prompt', { sessionId, prompt: [text(hostile)] }),
  update({ sessionUpdate: 'session_info_update', title: hostile }, sessionId),
  update({ sessionUpdate: 'user_message', messageId: hostile, content: [text(hostile)] }, sessionId),
  update(
    { sessionUpdate: 'agent_message', messageId: 'm2', content: [text(hostile)], _meta: { [hostile]: hostile } },
    sessionId,
  ),
  update({ sessionUpdate: 'agent_thought', messageId: 'm3', content: [text(hostile)] }, sessionId),
  update(
    {
      sessionUpdate: 'agent_message',
      messageId: 'm4',
      content: [
        {
          type: 'image',
          mimeType: 'image/svg+xml',
          data: 'PHN2ZyBvbmxvYWQ9Imdsb2JhbFRoaXMuaGl0PTEiLz4=',
          uri: hostile,
        },
        { type: 'resource_link', uri: 'javascript:globalThis.hit=1', name: hostile },
        { type: 'resource', resource: { uri: hostile, text: hostile, mimeType: hostile } },
      ],
    },
    sessionId,
  ),
  update(
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: hostile,
      title: hostile,
      kind: hostile,
      status: hostile,
      locations: [{ path: hostile }],
      rawInput: { [hostile]: hostile },
      content: [
        { type: 'content', content: text(hostile) },
        { type: 'diff', path: hostile, oldText: hostile, newText: `${hostile}!` },
        { type: 'terminal', terminalId: hostile },
      ],
    },
    sessionId,
  ),
  update({ sessionUpdate: 'plan', entries: [{ content: hostile, priority: hostile, status: hostile }] }, sessionId),
  update(
    { sessionUpdate: 'available_commands_update', availableCommands: [{ name: hostile, description: hostile }] },
    sessionId,
  ),
  update({ sessionUpdate: hostile, anything: hostile }, sessionId),
  { from: 'agent', message: { jsonrpc: '2.0', id: hostile, method: hostile, params: { [hostile]: hostile } } },
  { from: 'agent', message: { jsonrpc: '2.0', id: 3, error: { code: -32603, message: hostile, data: hostile } } },
  { from: 'stderr', text: hostile },
]).concat(hostile.replaceAll('\n', ' '));
