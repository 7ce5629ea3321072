import type { SessionUpdate } from '../protocol/june/generated/session-update.ts';
import { holdsSomething, type Subject } from '../session/subject.ts';
import { changeOf, isErasable } from './subject.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Takes what an update erases out of updates that were made before it and have not been sent: null if nothing is left, undefined if it holds nothing of it. */
export type EraseFromUpdate = (earlier: Fields) => Fields | null | undefined;

/** The tags of what is replaced as a whole. */
const wholeTags: Readonly<Record<string, string>> = {
  available_commands: 'available_commands_update',
  config_options: 'config_option_update',
};

/** Returns what takes the content out that an update clears or replaces; undefined if it erases nothing. */
export function eraserFor(update: SessionUpdate): EraseFromUpdate | undefined {
  if (update.sessionUpdate.endsWith('_chunk')) return undefined;
  const change = changeOf({ type: 'update', update });
  if (change?.type !== 'patch') return undefined;
  const { subject } = change;
  const fields = Object.keys(change.fields).filter((field) => isErasable(subject, field) && field !== '_meta');
  if (fields.length === 0) return undefined;
  let hasPlace = false;
  return (earlier) => {
    if (!isAbout(earlier, subject)) return undefined;
    const tag = String(earlier['sessionUpdate']);
    if (wholeTags[subject.type] !== undefined) return null;
    if (subject.type === 'plan') return emptyPlan(earlier);
    if (!tag.endsWith('_chunk')) return withoutFields(earlier, fields);
    if (!fields.includes('content')) return undefined;
    // The first that is left holds the place of a message among the others.
    if (hasPlace || !('messageId' in subject)) return null;
    hasPlace = true;
    return emptyChunk(earlier);
  };
}

/** Says nothing more of a message. What a client has of it stays on its screen until the update that erases it. */
function emptyChunk({ sessionUpdate, messageId }: Fields): Fields {
  return { sessionUpdate, messageId, content: { type: 'text', text: '' } };
}

function isAbout(update: Fields, subject: Subject): boolean {
  const whole = wholeTags[subject.type];
  if (whole !== undefined) return update['sessionUpdate'] === whole;
  if (subject.type === 'session_info') return update['sessionUpdate'] === 'session_info_update';
  if (subject.type === 'tool_call') return update['toolCallId'] === subject.toolCallId;
  if (subject.type === 'terminal') return update['terminalId'] === subject.terminalId;
  if (subject.type === 'compaction') return update['compactionId'] === subject.compactionId;
  if (subject.type === 'plan')
    return planOf(update)['id'] === subject.planId || planOf(update)['planId'] === subject.planId;
  return (
    'messageId' in subject &&
    update['messageId'] === subject.messageId &&
    String(update['sessionUpdate']).startsWith(subject.type === 'thought' ? 'agent_thought' : `${subject.type}_message`)
  );
}

function planOf({ plan }: Fields): Fields {
  return Object(plan) as Fields;
}

function emptyPlan(update: Fields): Fields | undefined {
  const plan = planOf(update);
  return holdsSomething(plan['entries']) ? { ...update, plan: { ...plan, entries: [] } } : undefined;
}

function withoutFields(update: Fields, fields: readonly string[]): Fields | undefined {
  const held = fields.filter((field) => holdsSomething(update[field]));
  if (held.length === 0) return undefined;
  return Object.fromEntries(Object.entries(update).filter(([field]) => !held.includes(field)));
}
