import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import type { PromptRequest, PromptResponse } from '../../protocol/june/generated/prompt.ts';
import type { SessionEvent } from '../../session/event.ts';
import type { SessionState } from '../../session/state.ts';
import type { MalformedResultError } from './errors.ts';
import type { QuestionSubject } from './open-questions.ts';

/**
 * What became of a prompt whose connection was lost. `unsent`: the agent never got it; `open`: it waits, or its turn runs; `failed`: nobody can
 * tell, or there is no connection any more.
 */
export type RestoredPrompt =
  | { readonly state: 'unsent' }
  | { readonly state: 'open'; readonly messageId?: string }
  | { readonly state: 'ended'; readonly messageId?: string; readonly stopReason?: string; readonly error?: string }
  | { readonly state: 'failed'; readonly error: Error };

/** Finds out what became of the prompt with an id. */
export type FindPrompt = (promptId: string | undefined) => RestoredPrompt;

/** What a prompt line uses of its session. */
export interface PromptLineParts {
  readonly sessionId: string;
  readonly state: () => SessionState;
  /** Applies an event to the state of the session. */
  readonly apply: (event: SessionEvent) => void;
  /** Applies an event that the client made up, which is not an update of the agent. */
  readonly applyOwn: (event: SessionEvent) => void;
  /** Reports a malformed answer that was read all the same. */
  readonly onMalformed: (error: MalformedResultError) => void;
  /** Answers open questions as cancelled: those whose subject passes the test, or all. */
  readonly cancelQuestions: (isMeant?: (subject: QuestionSubject) => boolean) => void;
  /** Returns whether a prompt that failed with an error was lost with its connection, and another one is being opened. */
  readonly isLost: (error: unknown) => boolean;
}

/** A prompt that is to be sent. */
export interface PromptCall {
  readonly params: PromptRequest;
  /** Aborting one of them cancels the prompt. */
  readonly stops: readonly AbortSignal[];
  /** Aborting it ends the prompt without waiting for the agent; it is one of `stops`. */
  readonly giveUp: AbortSignal | undefined;
  /** Called once when the agent has taken the prompt, with the id of its user message if the agent told it. */
  readonly onInserted: (messageId: string | undefined) => void;
  /** The id by which the agent knows the prompt on another connection; undefined if there can be none. */
  readonly promptId: string | undefined;
}

/** The prompts of a session that have not ended, in the order in which they were sent. */
export interface PromptLine {
  /** Sends a prompt and waits until the work on it has ended. */
  send(call: PromptCall): Promise<PromptResponse>;
  /** Cancels the work of the session and all prompts that wait. Does nothing if there is none. */
  cancel(): void;
  /** Whether a question that arrives now belongs to work that was cancelled; `subject` is the tool call or terminal that it is about. */
  isCancelled(subject: QuestionSubject): boolean;
  /** Called after an event was applied to the state. */
  onApplied(event: SessionEvent): void;
  /** Called when the agent has closed the session. */
  onClosed(): void;
  /** The ids of the prompts that are open, oldest first. */
  readonly promptIds: readonly string[];
  /** Called when the connection was lost, and another one is being opened. */
  onLost(): void;
  /** Called when the session was opened again on another connection. */
  onRestored(find: FindPrompt): void;
  /** Called when the connection has ended for good. */
  onDisconnected(error: Error): void;
}

/** Returns the answer to a prompt whose turn has ended meanwhile; throws if the turn failed. */
export function answerOf({ stopReason, error }: Extract<RestoredPrompt, { readonly state: 'ended' }>): PromptResponse {
  if (stopReason !== undefined) return { stopReason };
  throw new RpcError(rpcErrorCodes.internalError, error ?? 'The turn failed.', undefined, 'session/prompt');
}
