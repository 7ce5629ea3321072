import type { MessageKind } from '../../../session/message.ts';
import { CurrentMessages } from '../../current-messages.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { ToldTerminals } from './told-terminals.ts';

/** The fields of a tool call of which it only matters whether they are empty, each with its bit. */
export const fillable = { title: 1, content: 2, locations: 4, rawInput: 8, rawOutput: 16, _meta: 32 } as const;

/** A tool call as the June client knows it: enough to see what a second creation would overwrite. */
export interface KnownToolCall {
  kind: june.ToolKind | undefined;
  status: june.ToolCallStatus | undefined;
  /** The fields that are not empty, as the sum of their bits; there may be very many tool calls. */
  filled: number;
}

/** The use of an id: the kind of its message, and whether the bridge has made it up. */
interface IdUse {
  readonly kind: MessageKind;
  readonly isMinted: boolean;
}

const bothUses = (kind: MessageKind) => ({ own: { kind, isMinted: false }, minted: { kind, isMinted: true } });

/** All uses that an id can have, as shared objects; there may be very many ids. */
export const idUses: Readonly<Record<MessageKind, { readonly own: IdUse; readonly minted: IdUse }>> = {
  user: bothUses('user'),
  agent: bothUses('agent'),
  thought: bothUses('thought'),
};

/** What v1 agents offer beside their options. */
export type OfferKind = 'mode' | 'model';

/** The modes or models of an agent, as an option. */
export type Offer = june.KnownSessionConfigOption;

/** The memory of a session with a June client. */
export interface Session {
  readonly id: string;
  /** The message that a chunk without an id continues. */
  current: (IdUse & { readonly id: string }) | undefined;
  /** What a clear without an id means. */
  readonly latest: CurrentMessages<string>;
  /** The ids in use, with the kind of their message. */
  readonly used: Map<string, IdUse>;
  /** Ids of the agent that had to be replaced, by kind and id. */
  readonly replaced: Map<string, string>;
  /** How many ids were made up. */
  minted: number;
  readonly toolCalls: Map<string, KnownToolCall>;
  /** The names of the tools of those tool calls that have one. */
  readonly toolNames: Map<string, string>;
  /** Tool calls without a final status that were not reported yet. */
  readonly open: Set<string>;
  /** The content, as the agent sent it, of tool calls that show a served terminal. */
  readonly showing: Map<string, readonly v1.ToolCallContent[]>;
  /** The output of each terminal when it was last shown. */
  readonly printed: Map<string, string>;
  /** The terminals that the agent runs itself. */
  readonly told: ToldTerminals;
  /** The options of the agent, of any type. */
  options: readonly june.SessionConfigOption[];
  /** The modes and models of the agent, as options. */
  readonly offers: Record<OfferKind, Offer | undefined>;
  /** A mode that the agent sent before any modes. */
  untoldMode: v1.CurrentModeUpdate | undefined;
  /** The number of pending requests that set the session up. */
  setups: number;
}

/** Returns the memory of a new session. */
export function newSession(id: string): Session {
  return {
    id,
    current: undefined,
    latest: new CurrentMessages(),
    used: new Map(),
    replaced: new Map(),
    minted: 0,
    toolCalls: new Map(),
    toolNames: new Map(),
    open: new Set(),
    showing: new Map(),
    printed: new Map(),
    told: new ToldTerminals(),
    options: [],
    offers: { mode: undefined, model: undefined },
    untoldMode: undefined,
    setups: 0,
  };
}

/** Returns what is kept of a closed session: the ids and tool calls that the client knows, and the options. */
export function closedSession(session: Session): Session {
  const { id, used, replaced, minted, toolCalls, toolNames, options, offers, setups } = session;
  return { ...newSession(id), used, replaced, minted, toolCalls, toolNames, options, offers, setups };
}
