import type { PlanUpdate } from '../protocol/june/generated/plan.ts';
import { isKnownReceivedSessionUpdate, type ReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import type { LogEvent } from './event.ts';

/** What an event is about, if that can hold content: a message, a tool call, a plan, or something of which a session has one. */
export type Subject =
  | { readonly type: 'user' | 'agent' | 'thought'; readonly messageId: string }
  | { readonly type: 'tool_call'; readonly toolCallId: string }
  | { readonly type: 'plan'; readonly planId: string }
  | { readonly type: 'session_info' | 'available_commands' | 'config_options' };

/** Whether a subject is a message. */
export function isMessageSubject(subject: Subject): subject is Subject & { readonly messageId: string } {
  return 'messageId' in subject;
}

/** A subject as one string, for maps. */
export function subjectKey(subject: Subject): string {
  if (isMessageSubject(subject)) return `${subject.type} ${subject.messageId}`;
  if (subject.type === 'tool_call') return `tool_call ${subject.toolCallId}`;
  return subject.type === 'plan' ? `plan ${subject.planId}` : subject.type;
}

/** Whether a subject has a place in the timeline. */
export function isShown({ type }: Subject): boolean {
  return type !== 'session_info' && type !== 'available_commands' && type !== 'config_options';
}

/** How an event changes its subject. */
export type Change =
  /** One item is appended to the content. */
  | { readonly type: 'chunk'; readonly subject: Subject; readonly item: unknown }
  /** Fields are patched: null clears, a value replaces, those not named stay. */
  | { readonly type: 'patch'; readonly subject: Subject; readonly fields: Readonly<Record<string, unknown>> }
  /** The content of the current message of a kind is cleared. */
  | { readonly type: 'clear'; readonly kind: 'agent' | 'thought' };

/** The fields that can hold what somebody said; kinds, statuses and times are the protocol's own words. */
export const erasableFields: ReadonlySet<string> = new Set([
  'title',
  'content',
  'locations',
  'rawInput',
  'rawOutput',
  '_meta',
  'wholeUpdate',
]);

/** Whether a field holds anything: null and the empty list are the same as nothing. */
export function holdsSomething(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** How an event changes its subject; undefined if it has none. */
export function changeOf(event: LogEvent): Change | undefined {
  if (event.type === 'permission_opened') {
    const { toolCallId, ...fields } = event.toolCall;
    return { type: 'patch', subject: { type: 'tool_call', toolCallId }, fields };
  }
  if (event.type === 'configured') return replaced({ type: 'config_options' }, { configOptions: event.configOptions });
  return event.type === 'update' ? changeOfUpdate(event.update) : undefined;
}

/** What is replaced wholly each time is one field; with nothing but an empty list it holds as much as that. */
function replaced(subject: Subject, whole: Readonly<Record<string, unknown>>): Change {
  const [list, ...others] = Object.values(whole);
  const isEmpty = others.length === 0 && Array.isArray(list) && list.length === 0;
  return { type: 'patch', subject, fields: { wholeUpdate: isEmpty ? [] : whole } };
}

function changeOfUpdate(update: ReceivedSessionUpdate): Change | undefined {
  if (!isKnownReceivedSessionUpdate(update)) return undefined;
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return {
        type: 'chunk',
        subject: { type: kindOf[update.sessionUpdate], messageId: update.messageId },
        item: update.content,
      };
    case 'user_message':
    case 'agent_message':
    case 'agent_thought': {
      const { sessionUpdate, messageId, ...fields } = update;
      return { type: 'patch', subject: { type: kindOf[sessionUpdate], messageId }, fields };
    }
    case 'agent_message_clear':
    case 'agent_thought_clear': {
      const kind = kindOf[update.sessionUpdate];
      const { messageId } = update;
      if (messageId === undefined || messageId === null) return { type: 'clear', kind };
      return { type: 'patch', subject: { type: kind, messageId }, fields: { content: [] } };
    }
    case 'tool_call_content_chunk':
      return {
        type: 'chunk',
        subject: { type: 'tool_call', toolCallId: update.toolCallId },
        item: update.content,
      };
    case 'tool_call_update': {
      const { sessionUpdate: _, toolCallId, ...fields } = update;
      return { type: 'patch', subject: { type: 'tool_call', toolCallId }, fields };
    }
    case 'plan_update': {
      const { sessionUpdate: _, ...whole } = update;
      const subject = { type: 'plan', planId: update.plan.id } as const;
      return { type: 'patch', subject, fields: { wholeUpdate: isEmptyPlan(whole) ? [] : whole } };
    }
    case 'available_commands_update': {
      const { sessionUpdate: _, ...whole } = update;
      return replaced({ type: 'available_commands' }, whole);
    }
    case 'config_option_update': {
      const { sessionUpdate: _, ...whole } = update;
      return replaced({ type: 'config_options' }, whole);
    }
    case 'session_info_update': {
      const { sessionUpdate: _, ...fields } = update;
      return { type: 'patch', subject: { type: 'session_info' }, fields };
    }
    default:
      return undefined;
  }
}

function emptyPlan(id: string) {
  return { plan: { type: 'items', id, entries: [] } } as const;
}

function isEmptyPlan(whole: PlanUpdate): boolean {
  const { type, entries } = whole.plan as { type: string; entries?: unknown };
  const isBare = Object.keys(whole).length === 1 && Object.keys(whole.plan).length === 3;
  return isBare && type === 'items' && Array.isArray(entries) && entries.length === 0;
}

const kindOf = {
  user_message_chunk: 'user',
  user_message: 'user',
  agent_message_chunk: 'agent',
  agent_message: 'agent',
  agent_message_clear: 'agent',
  agent_thought_chunk: 'thought',
  agent_thought: 'thought',
  agent_thought_clear: 'thought',
} as const;

const wholeTags = { user: 'user_message', agent: 'agent_message', thought: 'agent_thought' } as const;

/** The update that patches these fields of a subject; without fields it only says that the subject exists. */
export function patchOf(subject: Subject, fields: Readonly<Record<string, unknown>>): ReceivedSessionUpdate {
  const whole = fields['wholeUpdate'];
  const wholeOr = <T extends object>(empty: T): T => (holdsSomething(whole) ? (whole as T) : empty);
  switch (subject.type) {
    case 'session_info':
      return { sessionUpdate: 'session_info_update', ...fields };
    case 'available_commands':
      return { sessionUpdate: 'available_commands_update', ...wholeOr({ availableCommands: [] }) };
    case 'config_options':
      return { sessionUpdate: 'config_option_update', ...wholeOr({ configOptions: [] }) };
    case 'plan':
      return { sessionUpdate: 'plan_update', ...wholeOr<PlanUpdate>(emptyPlan(subject.planId)) };
    case 'tool_call':
      return { sessionUpdate: 'tool_call_update', toolCallId: subject.toolCallId, ...fields };
    default:
      return { sessionUpdate: wholeTags[subject.type], messageId: subject.messageId, ...fields };
  }
}
