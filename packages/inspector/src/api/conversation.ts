import type {
  Activity,
  FoldedCompaction,
  FoldedMessage,
  FoldedPlan,
  FoldedSession,
  FoldedTerminal,
  FoldedToolCall,
  FoldedTurn,
  OpenElicitation,
  OpenPermission,
  ReceivedNotice,
} from '@emend/acp/session';

/** A part of the conversation of a session as it was after a frame: the rows `start` to `end` (excluded). */
export interface ConversationQuestion {
  /** 0 is before everything. */
  readonly frame: number;
  readonly session: string;
  /** Negative numbers count from the end. */
  readonly start: number;
  readonly end: number;
}

/** Which frames made a part what it is. */
export interface Origin {
  /** The frame that made it. */
  readonly created: number;
  /** The last frame that changed it. */
  readonly changed: number;
  /** The last frame that took back something that it said before: a replacement or a clear. */
  readonly corrected?: number;
  /** The last frame that set a field, by the name of the field; of content, that of its last item. */
  readonly fields: Readonly<Record<string, number>>;
  /** The frame of each item of the content, cut like the content. */
  readonly content?: readonly number[];
}

/** What became of a turn; it is told at its prompt. */
export type TurnSummary = Pick<FoldedTurn, 'status' | 'stopReason' | 'error' | 'cancelled'>;

/** What a row shows; long texts are cut, `cut` says how many characters are missing. */
export type ConversationPart =
  | {
      readonly type: 'message';
      readonly message: FoldedMessage;
      /** The turn of a prompt that the agent repeated by this message. */
      readonly turn?: TurnSummary;
    }
  | {
      readonly type: 'tool-call';
      readonly toolCall: FoldedToolCall;
      /** Set if the turn was cancelled before the tool call was finished. */
      readonly isCancelled?: true;
      readonly terminals: Readonly<Record<string, FoldedTerminal>>;
    }
  | { readonly type: 'plan'; readonly plan: FoldedPlan }
  | { readonly type: 'compaction'; readonly compaction: FoldedCompaction }
  | { readonly type: 'prompt'; readonly prompt: FoldedMessage['content']; readonly turn?: TurnSummary }
  | { readonly type: 'unknown'; readonly update: unknown };

/** One row of a conversation. */
export type ConversationRow = {
  readonly key: string;
  /** Whether the agent still has it in its context. */
  readonly isInContext: boolean;
  readonly origin: Origin;
  /** Whether the selected frame made or changed it. */
  readonly isChanged: boolean;
  readonly cut: number;
} & ConversationPart;

/** A session as it was after a frame. */
export interface Conversation {
  readonly total: number;
  /** The index of the first row. */
  readonly start: number;
  readonly rows: readonly ConversationRow[];
  /** The index of the row that the frame changed; -1 if it changed none. */
  readonly changed: number;
  readonly activity: Activity;
  readonly permissions: readonly OpenPermission[];
  readonly elicitations: readonly OpenElicitation[];
  readonly notices: readonly ReceivedNotice[];
  readonly usage?: FoldedSession['usage'];
  readonly info?: FoldedSession['info'];
  readonly configOptions: FoldedSession['configOptions'];
  readonly availableCommands: FoldedSession['availableCommands'];
}

/** A row of a conversation without cuts. */
export interface PartQuestion {
  readonly frame: number;
  readonly session: string;
  readonly key: string;
}
