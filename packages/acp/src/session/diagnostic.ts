import type { Position } from './event.ts';
/** The kinds of diagnostics. They are printed by the command line, so they do not change. */
export type DiagnosticCode =
  /** One message id is used by two kinds of message. */
  | 'id_in_two_kinds'
  /** The agent went on after it had answered the prompt. */
  | 'update_after_turn'
  /** A tool call that was completed or failed is open again. */
  | 'status_reopened'
  /** A turn ended while one of its tool calls was neither completed nor failed. */
  | 'tool_call_left_open'
  /** Permission was asked for a tool call that had not been reported. */
  | 'permission_unannounced'
  /** A tag is neither known nor marked as an extension by `_`. */
  | 'unknown_tag'
  /** An update could not be read and was skipped. */
  | 'malformed_update'
  /** A part of an update could not be read; the rest was applied. */
  | 'malformed_part'
  /** There is no current message to clear. */
  | 'nothing_to_clear'
  /** The agent ended work that it had not reported. */
  | 'state_unreported'
  /** The work in the background names a terminal or a tool call that was never reported. */
  | 'background_without_entity'
  /** The answer to a prompt named a user message that was never received. */
  | 'prompt_unknown_id'
  /** A limit made the state forget something. */
  | 'limit_reached';

/** Something unexpected in the stream. It is not an exception, because a mistake of an agent must not end a client. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** The `at` of the event: a line of a file, a position in a log. */
  readonly at: Position;
  readonly detail: string;
}
