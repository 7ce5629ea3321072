/** What an event is about, if that can hold content: a message, a tool call, a plan, a terminal, a compaction, or something of which a session has one. */
export type Subject =
  | { readonly type: 'user' | 'agent' | 'thought'; readonly messageId: string }
  | { readonly type: 'tool_call'; readonly toolCallId: string }
  | { readonly type: 'plan'; readonly planId: string }
  | { readonly type: 'terminal'; readonly terminalId: string }
  | { readonly type: 'compaction'; readonly compactionId: string }
  | { readonly type: 'session_info' | 'available_commands' | 'config_options' };

/** Whether a subject is a message. */
export function isMessageSubject(subject: Subject): subject is Subject & { readonly messageId: string } {
  return 'messageId' in subject;
}

/** How an update changes its subject. */
export type Change =
  /** One item is appended to the content. */
  | { readonly type: 'chunk'; readonly subject: Subject; readonly item: unknown }
  /** Fields are patched: null clears, a value replaces, those not named stay. */
  | { readonly type: 'patch'; readonly subject: Subject; readonly fields: Readonly<Record<string, unknown>> }
  /** The content of the current message of a kind is cleared. */
  | { readonly type: 'clear'; readonly kind: 'agent' | 'thought' };

/** Whether a field holds anything: null and the empty list are the same as nothing. */
export function holdsSomething(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** Returns the change by an update that replaces everything: it is one field, and holds nothing if it is only an empty list. */
export function replaced(subject: Subject, whole: Readonly<Record<string, unknown>>): Change {
  const [list, ...others] = Object.values(whole);
  const isEmpty = others.length === 0 && Array.isArray(list) && list.length === 0;
  return { type: 'patch', subject, fields: { wholeUpdate: isEmpty ? [] : whole } };
}
