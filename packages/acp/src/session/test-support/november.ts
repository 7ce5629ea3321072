import type { SessionEvent } from '../event.ts';
import { type FoldedSession, foldedSession } from '../folded.ts';
import type { SessionLimits } from '../limits.ts';
import { readUpdate } from '../read-update.ts';
import { applyEvent } from '../reduce/apply.ts';
import { newSessionState, type SessionState } from '../state.ts';

/** A step of a November session: an update as on the wire, or an event. */
export type NovemberStep = { readonly sessionUpdate: string; readonly [key: string]: unknown } | SessionEvent;

/** Returns the event of a step. */
export function eventOf(step: NovemberStep, at?: number): SessionEvent {
  if ('sessionUpdate' in step) return readUpdate(step, at, 'lenient', 'november');
  return at === undefined ? step : { ...step, at };
}

/** Returns the state after steps, the first of which is at 1. */
export function novemberState(steps: readonly NovemberStep[], limits: Partial<SessionLimits> = {}): SessionState {
  let state = newSessionState(limits);
  for (const [index, step] of steps.entries()) state = applyEvent(state, eventOf(step, index + 1));
  return state;
}

/** Returns what is printed of the state after steps. */
export function novemberFold(...steps: readonly NovemberStep[]): FoldedSession {
  return JSON.parse(JSON.stringify(foldedSession(novemberState(steps))));
}

/** A `state_update`. */
export const told = (state: string, fields: object = {}) => ({ sessionUpdate: 'state_update', state, ...fields });

/** An idle `state_update` with a stop reason. */
export const idleAfter = (stopReason: string, fields: object = {}) => told('idle', { stopReason, ...fields });

/** The client sends a prompt. */
export const sent = (requestId: number, text = `prompt ${requestId}`) =>
  ({ type: 'prompt_sent', dialect: 'november', requestId, prompt: [{ type: 'text', text }] }) as const;

/** The agent answers a prompt with the id of its message. */
export const inserted = (requestId: number, messageId = `u${requestId}`) =>
  ({ type: 'prompt_inserted', requestId, messageId }) as const;

/** The agent repeats a prompt. */
export const echo = (number: number, text = `prompt ${number}`) => ({
  sessionUpdate: 'user_message',
  messageId: `u${number}`,
  content: [{ type: 'text', text }],
});

/** A chunk of an agent message. */
export const said = (messageId: string, text: string) => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text },
});

/** A `tool_call_update`. */
export const tool = (toolCallId: string, fields: object = {}) => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...fields,
});

/** A `terminal_update`. */
export const terminal = (terminalId: string, fields: object = {}) => ({
  sessionUpdate: 'terminal_update',
  terminalId,
  ...fields,
});

/** A `terminal_output_chunk` with these bytes, or with this text as UTF-8. */
export const output = (terminalId: string, bytes: string | readonly number[]) => ({
  sessionUpdate: 'terminal_output_chunk',
  terminalId,
  data: base64(bytes),
});

/** Returns bytes, or a text as UTF-8, in base64. */
export function base64(bytes: string | readonly number[]): string {
  return (typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes)).toString('base64');
}
