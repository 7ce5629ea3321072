import { type CurrentMessages, currentMessages, type MessageKind } from '../current-messages.ts';
import type * as v1 from '../v1.ts';
import type * as v2 from '../v2.ts';

/** A tool call as the v2 client has it: enough to tell what a second creation would overwrite. */
export interface KnownToolCall {
  title: string | undefined;
  kind: v2.ToolKind | undefined;
  status: v2.ToolCallStatus | undefined;
  /** The fields that hold something. */
  readonly filled: Set<'content' | 'locations' | 'rawInput' | 'rawOutput' | '_meta'>;
}

/** What the bridge remembers of a session towards a v2 client. */
export interface Session {
  readonly id: string;
  /** The message that a chunk without an id continues. */
  current: { readonly kind: MessageKind; readonly id: string; readonly isMinted: boolean } | undefined;
  /** What a clear without an id means. */
  readonly latest: CurrentMessages<string>;
  /** The ids in use, with the kind of their message. */
  readonly used: Map<string, { readonly kind: MessageKind; readonly isMinted: boolean }>;
  /** Ids of the agent that had to be replaced, by kind and id. */
  readonly replaced: Map<string, string>;
  /** How many ids were made up. */
  minted: number;
  readonly toolCalls: Map<string, KnownToolCall>;
  /** Tool calls without a final status that were not reported yet. */
  readonly open: Set<string>;
  /** The content of tool calls that show a terminal which is served, as the agent sent it. */
  readonly showing: Map<string, readonly v1.ToolCallContent[]>;
  /** What terminals had printed when it was last shown, by terminal. */
  readonly printed: Map<string, string>;
  options: readonly v1.SessionConfigOption[];
  /** The modes that are offered as an option, with the id of that option. */
  modes: { readonly optionId: string; state: v1.SessionModeState } | undefined;
  /** A mode told before any modes were. */
  untoldMode: v1.CurrentModeUpdate | undefined;
  /** Requests under way that set the session up. */
  setups: number;
}

/** A session of which nothing is known. */
export function newSession(id: string): Session {
  return {
    id,
    current: undefined,
    latest: currentMessages(),
    used: new Map(),
    replaced: new Map(),
    minted: 0,
    toolCalls: new Map(),
    open: new Set(),
    showing: new Map(),
    printed: new Map(),
    options: [],
    modes: undefined,
    untoldMode: undefined,
    setups: 0,
  };
}
