import type { SessionEvent } from '../event.ts';
import { type FoldedSession, foldedSession } from '../folded.ts';
import { readUpdate } from '../read-update.ts';
import { applyEvents } from '../reduce/apply.ts';
import { newSessionState, type SessionState } from '../state.ts';

/** An event, or an update as it comes off the wire. */
export type Step = SessionEvent | { readonly sessionUpdate: unknown; readonly [key: string]: unknown };

/** The events of these steps, counted from 1. */
export function eventsOf(steps: readonly Step[]): SessionEvent[] {
  return steps.map((step, index) =>
    'sessionUpdate' in step ? readUpdate(step, index + 1) : { ...step, at: index + 1 },
  );
}

/** The state after these steps. */
export function stateAfter(...steps: Step[]): SessionState {
  return applyEvents(newSessionState(), eventsOf(steps));
}

/** The folded state after these steps. */
export function fold(...steps: Step[]): FoldedSession {
  return foldedSession(stateAfter(...steps));
}

/** Codes and places of the diagnostics. */
export function codes(state: FoldedSession): string[] {
  return state.diagnostics.map(({ code, at }) => `${at} ${code}`);
}

/** A text block. */
export function text(value: string): { type: 'text'; text: string } {
  return { type: 'text', text: value };
}

/** A chunk of an agent message. */
export function chunk(messageId: string, value: string): Step {
  return { sessionUpdate: 'agent_message_chunk', messageId, content: text(value) };
}

/** A whole agent message. */
export function whole(messageId: string, fields: Record<string, unknown> = {}): Step {
  return { sessionUpdate: 'agent_message', messageId, ...fields };
}

/** A tool call update. */
export function call(toolCallId: string, fields: Record<string, unknown> = {}): Step {
  return { sessionUpdate: 'tool_call_update', toolCallId, ...fields };
}

/** A prompt of one text. */
export function prompt(value: string, requestId?: number | string): SessionEvent {
  return { type: 'prompt_sent', prompt: [text(value)], requestId };
}
