import type { Meta } from '../../protocol/reading/guard.ts';
import type { Position } from '../event.ts';
import type { SessionState } from '../state.ts';
import type { ToolCallContent } from '../tool-call.ts';

/** What the drafts of version 2 define differently about updates that they share. */
export interface UpdateRules {
  /** Returns the `_meta` after a patch. */
  patchMeta(current: Meta | undefined, next: Meta | null | undefined): Meta | undefined;
  /** Whether a tool call with this status is finished. */
  isFinal(status: string | undefined): boolean;
  /** Whether a message id names only one message, whatever its kind. */
  readonly hasOneIdSpace: boolean;
  /** Whether an omitted cost stays as it was. */
  readonly keepsCost: boolean;
  /** Whether tool calls have a name and capabilities. */
  readonly hasToolDetails: boolean;
  /** Whether any status takes away the mark of a cancelled tool call, and not only a final one. */
  readonly reopensByStatus: boolean;
  /** Whether permission may be asked for a tool call that was not reported before. */
  readonly announcesByPermission: boolean;
  /** Reports what is unknown in an item of the content of a tool call. */
  reportItem(state: SessionState, item: ToolCallContent, at: Position): SessionState;
  /** Whether a write to a tool call belongs to the turn that runs, whose end reports or cancels it. */
  isOfTurn(state: SessionState): boolean;
}
