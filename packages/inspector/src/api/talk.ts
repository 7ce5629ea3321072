import type { AvailableCommand, PermissionOption, SessionConfigOption } from '@emend/acp/protocol/june';
import type { CreateElicitationRequest } from '@emend/acp/protocol/november';

/** What a person does in the region "Talk". Every order is answered when the agent has answered it. */
export type TalkOrder =
  | { readonly do: 'new' }
  | { readonly do: 'list' }
  /** Logs in by one of the methods that the agent offers, and opens a session if there is none. */
  | { readonly do: 'login'; readonly method: string }
  | { readonly do: 'load' | 'close' | 'stop'; readonly session: string }
  | { readonly do: 'prompt'; readonly session: string; readonly text: string; readonly files?: readonly AttachedFile[] }
  | {
      readonly do: 'answer';
      readonly session: string;
      readonly requestId: string | number | null;
      /** Absent to cancel. */
      readonly optionId?: string;
    }
  | {
      readonly do: 'fill';
      /** Absent if the question belongs to no session. */
      readonly session?: string;
      readonly requestId: string | number | null;
      readonly action: 'accept' | 'decline' | 'cancel';
      readonly content?: Readonly<Record<string, unknown>>;
    }
  | { readonly do: 'configure'; readonly session: string; readonly option: string; readonly value: string | boolean };

/** A file that goes with a prompt. */
export interface AttachedFile {
  readonly name: string;
  readonly mimeType: string;
  /** In base64. */
  readonly data: string;
}

/** A way to log in that the agent offers. */
export interface LoginMethod {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** Set if it is done in a terminal: the arguments behind the command of the agent. */
  readonly terminal?: string;
}

/** A session that the agent lists. */
export interface ListedSession {
  readonly id: string;
  readonly title?: string;
  readonly updatedAt?: string;
}

/** What came of an order. */
export type TalkResult =
  | { readonly done: 'new' | 'load'; readonly session: string }
  | { readonly done: 'list'; readonly sessions: readonly ListedSession[] }
  | { readonly done: 'other' }
  | { readonly failed: string };

/** A question of the agent that waits for an answer of the person. */
export type TalkQuestion = {
  readonly requestId: string | number | null;
} & (
  | {
      readonly type: 'permission';
      readonly title: string;
      readonly description?: string;
      readonly options: readonly PermissionOption[];
      /** The tool call that it is about. */
      readonly toolCallId?: string;
    }
  | { readonly type: 'elicitation'; readonly request: CreateElicitationRequest }
);

/** A session that is open in the client behind the region "Talk". */
export interface TalkSession {
  readonly id: string;
  readonly title?: string;
  readonly isRunning: boolean;
  /** Whether the turn was stopped, and the agent has not ended it yet. */
  readonly isStopping: boolean;
  readonly configOptions: readonly SessionConfigOption[];
  readonly availableCommands: readonly AvailableCommand[];
  /** Oldest first. */
  readonly questions: readonly TalkQuestion[];
  /** Why the last turn ended, in a sentence, if it did not end as usual. */
  readonly remark?: string;
}

/** What the region "Talk" shows beside the conversation: always as it is now, whatever frame is selected. */
export interface TalkState {
  /** What the agent calls itself. */
  readonly agent?: string;
  /** The session that was opened last. */
  readonly session?: string;
  /** The open sessions, oldest first. */
  readonly sessions: readonly TalkSession[];
  /** Questions that belong to no session, such as those of a login. */
  readonly questions: readonly TalkQuestion[];
  /** Whether the agent is still being started. */
  readonly isStarting: boolean;
  /** Why the agent cannot be talked to any more, in a sentence; absent while it can. */
  readonly ended?: string;
  /** Why there is no session, in a sentence, if the agent refused the first one. */
  readonly remark?: string;
  /** Set while the agent wants a login first: what it offers for that. */
  readonly login?: readonly LoginMethod[];
  readonly canAttach: boolean;
  readonly canList: boolean;
  readonly canLoad: boolean;
  readonly canClose: boolean;
}
