import type { Dialect } from '../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { ReceivedSessionUpdate as V1Update } from '../../protocol/v1/generated/proposal.ts';
import type { MessageKind } from '../../session/message.ts';
import { readUpdate } from '../../session/read-update.ts';
import { isSessionDialect, readerFor } from '../../session/session-readers.ts';
import type { Subject } from '../../session/subject.ts';

/** What an update adds to or sets of the content of a part. */
interface ContentTouch {
  /** An item that is appended. */
  readonly chunk?: unknown;
  /** The items that replace all others. */
  readonly content?: readonly unknown[] | undefined;
}

/** What an update is about, as far as the linter looks at it. */
export type Touch =
  /** A message of v1 may have no id. */
  | ({ readonly type: 'message'; readonly kind: MessageKind; readonly id?: string | undefined } & ContentTouch)
  | ({ readonly type: 'tool-call'; readonly id: string; readonly status?: string | null | undefined } & ContentTouch)
  | ({ readonly type: 'terminal' | 'compaction'; readonly id: string } & ContentTouch)
  | { readonly type: 'plan' }
  /** The agent says what it is doing; `background` are the ids of the tool calls and terminals that go on. */
  | {
      readonly type: 'state';
      readonly state: string;
      readonly stopReason: unknown;
      readonly background: ReadonlySet<unknown>;
    };

/** Returns what an update is about; `undefined` if it cannot be read, or is about nothing that matters here. */
export function touchOf(dialect: Dialect, update: unknown): Touch | undefined {
  if (!isSessionDialect(dialect)) return touchOfV1(update);
  const event = readUpdate(update, undefined, 'lenient', dialect);
  if (event.type !== 'update') return undefined;
  const reader = readerFor(dialect);
  if (reader.isActivity(event.update)) return stateOf(event.update as unknown as JsonObject);
  const change = reader.changeOf(event.update);
  if (change === undefined || change.type === 'clear') return undefined;
  if (change.type === 'chunk') return touched(change.subject, change.item, undefined);
  return touched(change.subject, undefined, contentOf(change.fields['content']), change.fields['status']);
}

function stateOf({ state, stopReason, background }: JsonObject): Touch {
  const listed = (Array.isArray(background) ? background : []).filter(isObject);
  const ids = listed.flatMap((item) => [item['toolCallId'], item['terminalId']]);
  return { type: 'state', state: String(state), stopReason, background: new Set(ids) };
}

/** Null and an empty list both clear. */
function contentOf(content: unknown): readonly unknown[] | undefined {
  if (content === undefined) return undefined;
  return Array.isArray(content) ? content : [];
}

function touched(
  subject: Subject,
  chunk: unknown,
  content: readonly unknown[] | undefined,
  status?: unknown,
): Touch | undefined {
  switch (subject.type) {
    case 'user':
    case 'agent':
    case 'thought':
      return { type: 'message', kind: subject.type, id: subject.messageId, chunk, content };
    case 'tool_call':
      return {
        type: 'tool-call',
        id: subject.toolCallId,
        status: status as string | null | undefined,
        chunk,
        content,
      };
    case 'terminal':
      return { type: 'terminal', id: subject.terminalId, chunk, content };
    case 'compaction':
      return { type: 'compaction', id: subject.compactionId, chunk, content };
    case 'plan':
      return { type: 'plan' };
    default:
      return undefined;
  }
}

const v1Chunks: Readonly<Record<string, MessageKind>> = {
  user_message_chunk: 'user',
  agent_message_chunk: 'agent',
  agent_thought_chunk: 'thought',
};

function touchOfV1(update: unknown): Touch | undefined {
  const decoded = V1Update.decode(update, 'lenient');
  if (!decoded.ok) return undefined;
  const { sessionUpdate, messageId, toolCallId, status, content } = decoded.value as unknown as JsonObject;
  const kind = Object.hasOwn(v1Chunks, String(sessionUpdate)) ? v1Chunks[String(sessionUpdate)] : undefined;
  if (kind !== undefined) {
    return { type: 'message', kind, id: typeof messageId === 'string' ? messageId : undefined, chunk: content };
  }
  if (sessionUpdate === 'plan') return { type: 'plan' };
  if (sessionUpdate !== 'tool_call' && sessionUpdate !== 'tool_call_update') return undefined;
  // Real agents repeat `tool_call` with emptier data, which resets nothing.
  const isDefault = sessionUpdate === 'tool_call' && status === 'pending';
  return {
    type: 'tool-call',
    id: String(toolCallId),
    status: isDefault ? undefined : (status as string | null | undefined),
    content: Array.isArray(content) && content.length === 0 ? undefined : contentOf(content ?? undefined),
  };
}
