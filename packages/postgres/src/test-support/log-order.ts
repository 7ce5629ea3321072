import type { LogEvent, LogFailure } from '@emend/acp/log';

/** What a process with a log of its own is told to do to session `s`. */
export type Order =
  | { readonly type: 'create' }
  | { readonly type: 'take'; readonly force?: boolean }
  | { readonly type: 'release' }
  | { readonly type: 'append'; readonly expected: number; readonly text: string }
  /** Appends at the end as soon as it owns the session, again and again, and takes it whenever it can. */
  | { readonly type: 'write' }
  | { readonly type: 'follow'; readonly from: number };

/** What it says. */
export type Answer =
  | { readonly type: 'ready' }
  | { readonly type: 'created' }
  | { readonly type: 'taken'; readonly epoch: number }
  | { readonly type: 'lost'; readonly message: string }
  | { readonly type: 'appended'; readonly next: number }
  | { readonly type: 'refused'; readonly failure: LogFailure; readonly position?: number; readonly message?: string }
  | { readonly type: 'reported'; readonly failure: LogFailure }
  | { readonly type: 'seen'; readonly position: number; readonly event: LogEvent };

/** One chunk of the message of these tests. */
export function chunk(text: string): LogEvent {
  const content = { type: 'text', text } as const;
  return { type: 'update', update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content } };
}
