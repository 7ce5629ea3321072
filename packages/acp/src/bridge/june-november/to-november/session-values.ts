import type { Meta } from '../../../protocol/reading/guard.ts';
import type { MessageKind } from '../../../session/message.ts';
import type * as june from '../june.ts';

/** A tool call as the November client knows it. */
export interface KnownToolCall {
  title: string | undefined;
  kind: string | undefined;
  /** The `_meta` as the agent told it last. */
  meta: Meta | undefined;
}

/** What the converters remember of a session with a November client. */
export interface SessionValues {
  /** The messages that were sent, with the last `_meta` of those that have any. */
  readonly messages: Readonly<Record<MessageKind, Map<string, Meta | undefined>>>;
  /** The ids that user messages have for the client, where they differ from those of the agent. */
  readonly userAliases: Map<string, string>;
  readonly toolCalls: Map<string, KnownToolCall>;
  /** The terminals that the agent has told. */
  readonly terminals: Set<string>;
  infoMeta: Meta | undefined;
  /** Whether the client knows a cost. */
  hasCost: boolean;
  /** The options as the agent told them last. */
  options: readonly june.SessionConfigOption[];
  /** While the session is replayed: what the client knew before and has not been replayed yet. */
  replay: Replay | undefined;
}

/** What a client knew before a replay, and whose content has not begun again. */
interface Replay {
  readonly messages: Readonly<Record<MessageKind, Set<string>>>;
  readonly toolCalls: Set<string>;
}

/** Returns the memory of the converters for a new session. */
export function newSessionValues(): SessionValues {
  return {
    messages: { user: new Map(), agent: new Map(), thought: new Map() },
    userAliases: new Map(),
    toolCalls: new Map(),
    terminals: new Set(),
    infoMeta: undefined,
    hasCost: false,
    options: [],
    replay: undefined,
  };
}

/** Returns what is kept of a closed session, so that a resume goes on from it: there is nothing that grows with the content. */
export function closedSessionValues(values: SessionValues): SessionValues {
  return values;
}

/** Starts a replay: chunks begin the content of what the client knows anew. */
export function startReplay(values: SessionValues): void {
  const { messages, toolCalls } = values;
  const idsOf = (kind: MessageKind) => new Set(messages[kind].keys());
  values.replay = {
    messages: { user: idsOf('user'), agent: idsOf('agent'), thought: idsOf('thought') },
    toolCalls: new Set(toolCalls.keys()),
  };
}

/** Ends a replay. */
export function endReplay(values: SessionValues): void {
  values.replay = undefined;
}
