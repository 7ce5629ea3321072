import type { Meta } from '../../../protocol/reading/guard.ts';
import type { MessageKind } from '../../../session/message.ts';
import type * as november from '../november.ts';
import { MessageIds } from './message-ids.ts';
import { ShownTerminals } from './shown-terminals.ts';
import type { ShownToolCall } from './tool-content.ts';

/** What the converters remember of a session with a June client. */
export interface SessionValues {
  readonly messageIds: MessageIds;
  /** The `_meta` of messages that have any, merged. */
  readonly messageMetas: Readonly<Record<MessageKind, Map<string, Meta>>>;
  readonly toolCalls: Map<string, ShownToolCall>;
  /** Tool calls whose content has changed since it was sent. */
  readonly unsent: Set<ShownToolCall>;
  readonly terminals: ShownTerminals;
  /** The `_meta` of the session, merged. */
  infoMeta: Meta | undefined;
  /** The last cost that the agent told. */
  cost: NonNullable<november.UsageUpdate['cost']> | undefined;
  /** The options as the agent told them last. */
  options: readonly november.SessionConfigOption[];
  /** The compactions that were reported. */
  readonly compactions: Set<string>;
  /** How many tool calls were made up for permission requests, and how many messages for notices. */
  readonly minted: { toolCalls: number; notices: number };
  /** Whether it was reported that tool calls cannot be cancelled. */
  isToolCancelNoted: boolean;
}

/** Returns the memory of the converters for a new session. */
export function newSessionValues(): SessionValues {
  return {
    messageIds: new MessageIds(),
    messageMetas: { user: new Map(), agent: new Map(), thought: new Map() },
    toolCalls: new Map(),
    unsent: new Set(),
    terminals: new ShownTerminals(),
    infoMeta: undefined,
    cost: undefined,
    options: [],
    compactions: new Set(),
    minted: { toolCalls: 0, notices: 0 },
    isToolCancelNoted: false,
  };
}

/** Returns what is kept of a session that is loaded: the replay tells the rest again, under the same ids. */
export function loadedSessionValues(values: SessionValues): SessionValues {
  const { messageIds, minted, options, isToolCancelNoted } = values;
  return { ...newSessionValues(), messageIds, minted, options, isToolCancelNoted };
}

/** Returns what is kept of a closed session: everything but the content of tool calls and the output of terminals. */
export function closedSessionValues(values: SessionValues): SessionValues {
  const toolCalls = new Map<string, ShownToolCall>();
  for (const [id, call] of values.toolCalls) toolCalls.set(id, { ...call, slots: undefined });
  return { ...values, toolCalls, unsent: new Set(), terminals: new ShownTerminals() };
}
