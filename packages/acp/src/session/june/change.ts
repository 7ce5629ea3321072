import type { PlanUpdate } from '../../protocol/june/generated/plan.ts';
import { isKnownReceivedSessionUpdate, type ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import { type Change, holdsSomething, replaced, type Subject } from '../subject.ts';

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

/** Returns how an update of June changes its subject; `undefined` if it has none. */
export function changeOf(update: ReceivedSessionUpdate): Change | undefined {
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

/** Returns the update that patches these fields of a subject; without fields it only says that the subject exists. */
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
    // June has neither; updates about them are unknown ones.
    case 'terminal':
      return { sessionUpdate: 'terminal_update', terminalId: subject.terminalId, ...fields };
    case 'compaction':
      return { sessionUpdate: 'compaction_update', compactionId: subject.compactionId, ...fields };
    default:
      return { sessionUpdate: wholeTags[subject.type], messageId: subject.messageId, ...fields };
  }
}
