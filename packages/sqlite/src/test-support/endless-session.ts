import type { LogEvent } from '@emend/acp/log';

/** The event at a position of a session without end: turns of prompts, streamed messages, corrections and tool calls. */
export function eventAt(position: number): LogEvent {
  const turn = Math.floor(position / turnLength);
  const step = position % turnLength;
  const text = `${position} ${'words '.repeat(position % 13)}`;
  if (step === 0) return { type: 'prompt_sent', prompt: [{ type: 'text', text }] };
  if (step === turnLength - 1) return { type: 'turn_ended', stopReason: 'end_turn' };
  const messageId = `m${turn}.${step % 2}`;
  const content = { type: 'text', text } as const;
  if (step === 20) return { type: 'update', update: { sessionUpdate: 'agent_message', messageId, content: [content] } };
  if (step === 30) return { type: 'update', update: { sessionUpdate: 'agent_message_clear' } };
  if (step % 7 === 0) {
    const status = step < 28 ? 'in_progress' : 'completed';
    return {
      type: 'update',
      update: { sessionUpdate: 'tool_call_update', toolCallId: `c${turn}`, title: text, status },
    };
  }
  return { type: 'update', update: { sessionUpdate: 'agent_message_chunk', messageId, content } };
}

const turnLength = 41;

/** The first events of that session. */
export function eventsUpTo(position: number): LogEvent[] {
  return Array.from({ length: position }, (_, index) => eventAt(index));
}
