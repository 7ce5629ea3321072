import { decodeBase64, encodeBase64 } from '../../protocol/base64.ts';
import type { ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import { isKnownSessionUpdate, type SessionUpdate } from '../../protocol/november/generated/session-update.ts';
import { type Change, holdsSomething, replaced, type Subject } from '../subject.ts';

type Fields = Readonly<Record<string, unknown>>;

const kindOf = {
  user_message_chunk: 'user',
  user_message: 'user',
  agent_message_chunk: 'agent',
  agent_message: 'agent',
  agent_thought_chunk: 'thought',
  agent_thought: 'thought',
} as const;

const wholeTags = { user: 'user_message', agent: 'agent_message', thought: 'agent_thought' } as const;

/** A key of `_meta` is a field of its own, because November patches `_meta` key by key. */
const metaPrefix = '_meta:';

/** Returns how an update of November changes its subject; `undefined` if it has none. */
export function changeOf(received: ReceivedSessionUpdate): Change | undefined {
  const update = received as SessionUpdate;
  if (!isKnownSessionUpdate(update)) return undefined;
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
      return { type: 'patch', subject: { type: kindOf[sessionUpdate], messageId }, fields: byKey(fields) };
    }
    case 'tool_call_content_chunk':
      return { type: 'chunk', subject: { type: 'tool_call', toolCallId: update.toolCallId }, item: update.content };
    case 'tool_call_update': {
      const { sessionUpdate: _, toolCallId, ...fields } = update;
      return { type: 'patch', subject: { type: 'tool_call', toolCallId }, fields: byKey(fields) };
    }
    case 'terminal_output_chunk': {
      const subject = { type: 'terminal', terminalId: update.terminalId } as const;
      if (decodeBase64(update.data) === undefined) return { type: 'patch', subject, fields: {} };
      return { type: 'chunk', subject, item: update.data };
    }
    case 'terminal_update': {
      const { sessionUpdate: _, terminalId, output, ...fields } = update;
      const subject = { type: 'terminal', terminalId } as const;
      return { type: 'patch', subject, fields: { ...byKey(fields), ...contentOfOutput(output) } };
    }
    case 'compaction_summary_chunk':
      return {
        type: 'chunk',
        subject: { type: 'compaction', compactionId: update.compactionId },
        item: update.content,
      };
    case 'compaction_update': {
      const { sessionUpdate: _, compactionId, summary, ...fields } = update;
      const subject = { type: 'compaction', compactionId } as const;
      const content = summary === undefined ? {} : { content: summary };
      return { type: 'patch', subject, fields: { ...byKey(fields), ...content } };
    }
    case 'plan_update': {
      const { sessionUpdate: _, ...whole } = update;
      const subject = { type: 'plan', planId: update.plan.planId } as const;
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
      return { type: 'patch', subject: { type: 'session_info' }, fields: byKey(fields) };
    }
    default:
      return undefined;
  }
}

/** Returns the fields with each key of `_meta` as a field of its own. Null clears all of them and stays as it is. */
function byKey(fields: Fields): Fields {
  const { _meta, ...others } = fields;
  if (_meta === undefined) return others;
  if (_meta === null) return fields;
  const keys = Object.entries(_meta as object).map(([key, value]) => [`${metaPrefix}${key}`, value]);
  return { ...others, ...Object.fromEntries(keys) };
}

/** Returns the fields with `_meta` put together again. */
function withMeta(fields: Fields): Fields {
  const meta: [string, unknown][] = [];
  const others: [string, unknown][] = [];
  for (const [field, value] of Object.entries(fields)) {
    if (field.startsWith(metaPrefix)) meta.push([field.slice(metaPrefix.length), value]);
    else others.push([field, value]);
  }
  const rest = Object.fromEntries(others);
  return meta.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(meta) };
}

/** The output of a terminal as a list of pieces, to which chunks append. One that is not base64 changes nothing. */
function contentOfOutput(output: { readonly data: string } | null | undefined): Fields {
  if (output === undefined) return {};
  if (output === null) return { content: [] };
  return decodeBase64(output.data) === undefined ? {} : { content: [output.data] };
}

function outputOfContent(content: unknown): Fields {
  if (content === undefined) return {};
  if (!holdsSomething(content)) return { output: null };
  const pieces = (content as readonly string[]).map((piece) => decodeBase64(piece) ?? new Uint8Array());
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return { output: { data: encodeBase64(bytes) } };
}

function isEmptyPlan(whole: { readonly plan: object }): boolean {
  const { type, entries } = whole.plan as { type: string; entries?: unknown };
  const isBare = Object.keys(whole).length === 1 && Object.keys(whole.plan).length === 3;
  return isBare && type === 'items' && Array.isArray(entries) && entries.length === 0;
}

/** Returns the update that patches these fields of a subject; without fields it only says that the subject exists. */
export function patchOf(subject: Subject, all: Fields): ReceivedSessionUpdate {
  const { wholeUpdate, ...fields } = withMeta(all);
  const wholeOr = (empty: object): object => (holdsSomething(wholeUpdate) ? (wholeUpdate as object) : empty);
  switch (subject.type) {
    case 'session_info':
      return { sessionUpdate: 'session_info_update', ...fields };
    case 'available_commands':
      return { sessionUpdate: 'available_commands_update', ...wholeOr({ availableCommands: [] }) };
    case 'config_options':
      return { sessionUpdate: 'config_option_update', ...wholeOr({ configOptions: [] }) };
    case 'plan': {
      const empty = { plan: { type: 'items', planId: subject.planId, entries: [] } };
      return { sessionUpdate: 'plan_update', ...wholeOr(empty) } as ReceivedSessionUpdate;
    }
    case 'tool_call':
      return { sessionUpdate: 'tool_call_update', toolCallId: subject.toolCallId, ...fields };
    case 'terminal': {
      const { content, ...others } = fields;
      const output = outputOfContent(content);
      return { sessionUpdate: 'terminal_update', terminalId: subject.terminalId, ...others, ...output };
    }
    case 'compaction':
      return compactionPatch(subject.compactionId, fields);
    default:
      return { sessionUpdate: wholeTags[subject.type], messageId: subject.messageId, ...fields };
  }
}

/** Only an update that tells something else than the summary has a status. */
function compactionPatch(compactionId: string, fields: Fields): ReceivedSessionUpdate {
  const { content, ...others } = fields;
  const summary = content === undefined ? {} : { summary: content };
  return { sessionUpdate: 'compaction_update', compactionId, ...others, ...summary };
}
