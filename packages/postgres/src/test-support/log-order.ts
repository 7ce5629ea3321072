import type { LogEvent, LogFailure } from '@emend/acp/log';

/** What a process with a log of its own is told to do to session `s`. */
export type Order =
  | { readonly type: 'append'; readonly expected: number; readonly text: string }
  | { readonly type: 'follow'; readonly from: number };

/** What it says. */
export type Answer =
  | { readonly type: 'ready' }
  | { readonly type: 'appended'; readonly next: number }
  | { readonly type: 'refused'; readonly failure: LogFailure; readonly position?: number }
  | { readonly type: 'reported'; readonly failure: LogFailure }
  | { readonly type: 'seen'; readonly position: number; readonly event: LogEvent };

/** One chunk of the message of these tests. */
export function chunk(text: string): LogEvent {
  const content = { type: 'text', text } as const;
  return { type: 'update', update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content } };
}
