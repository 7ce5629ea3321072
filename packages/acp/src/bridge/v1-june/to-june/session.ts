import type { MessageKind } from '../../../session/message.ts';
import { CurrentMessages } from '../../current-messages.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { ToldTerminals } from './told-terminals.ts';

/** The fields of a tool call of which only that they hold something is of interest, each with its bit. */
export const fillable = { title: 1, content: 2, locations: 4, rawInput: 8, rawOutput: 16, _meta: 32 } as const;

/** A tool call as the v2 client has it: enough to tell what a second creation would overwrite. */
export interface KnownToolCall {
  kind: june.ToolKind | undefined;
  status: june.ToolCallStatus | undefined;
  /** The fields that hold something, as the sum of their bits: there may be very many tool calls. */
  filled: number;
}

/** Whose an id is: the kind of its message, and whether the bridge has made it up. */
interface IdUse {
  readonly kind: MessageKind;
  readonly isMinted: boolean;
}

const bothUses = (kind: MessageKind) => ({ own: { kind, isMinted: false }, minted: { kind, isMinted: true } });

/** All the uses that an id can have; there may be very many ids. */
export const idUses: Readonly<Record<MessageKind, { readonly own: IdUse; readonly minted: IdUse }>> = {
  user: bothUses('user'),
  agent: bothUses('agent'),
  thought: bothUses('thought'),
};

/** What v1 agents let choose beside their options. */
export type OfferKind = 'mode' | 'model';

/** What an agent lets choose, as an option. */
export type Offer = june.KnownSessionConfigOption;

/** What the bridge remembers of a session towards a v2 client. */
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
  /** Tool calls without a final status that were not reported yet. */
  readonly open: Set<string>;
  /** The content of tool calls that show a terminal which is served, as the agent sent it. */
  readonly showing: Map<string, readonly v1.ToolCallContent[]>;
  /** What terminals had printed when it was last shown, by terminal. */
  readonly printed: Map<string, string>;
  /** The terminals that the agent runs itself and tells of. */
  readonly told: ToldTerminals;
  /** As v2 reads them, of any type. */
  options: readonly june.SessionConfigOption[];
  /** The modes and models of the agent, as the options that they are offered as. */
  readonly offers: Record<OfferKind, Offer | undefined>;
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
    latest: new CurrentMessages(),
    used: new Map(),
    replaced: new Map(),
    minted: 0,
    toolCalls: new Map(),
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

/**
 * What stays of a session that is closed: which ids and tool calls the client knows, and what can be set. The output of terminals is
 * dropped.
 */
export function closedSession(session: Session): Session {
  const { id, used, replaced, minted, toolCalls, options, offers, setups } = session;
  return { ...newSession(id), used, replaced, minted, toolCalls, options, offers, setups };
}
