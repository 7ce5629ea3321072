/** What a person does in the region "Talk". Every order is answered when the agent has answered it. */
export type TalkOrder =
  | { readonly do: 'new' }
  | { readonly do: 'list' }
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
      readonly session: string;
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

/** What the region "Talk" shows beside the conversation. */
export interface TalkState {
  /** The session that is talked to; the newest one at first. */
  readonly session?: string;
  readonly isRunning: boolean;
  /** Whether the agent runs; if not, why. */
  readonly ended?: string;
  readonly canAttach: boolean;
  readonly canList: boolean;
  readonly canLoad: boolean;
}
