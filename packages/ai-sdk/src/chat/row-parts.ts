import { present } from '@emend/acp/protocol';
import { messageKey, type OpenPermission, Sequence, type SessionState } from '@emend/acp/session';
import { promptText, type ScreenRow } from '@emend/acp/view';
import { contentParts } from './content-parts.ts';
import { terminalsOf, toolPart } from './tool-part.ts';
import type { AcpUIPart } from './ui-message.ts';

/** The parts of one row, and the values that they were made of: they are made again when one of these is another. */
export interface RowParts {
  readonly sources: readonly unknown[];
  readonly parts: readonly AcpUIPart[];
}

/** What the parts of a row depend on besides the row. */
interface RowContext {
  readonly state: SessionState;
  /** Returns the open permission request for a tool call. */
  readonly permissionOf: (toolCallId: string) => OpenPermission | undefined;
  /** Whether more text may follow at the end of the row. */
  readonly isOpen: boolean;
}

/** Returns the parts of a row; the same object as before if nothing that they depend on has changed. */
export function rowParts(row: ScreenRow, context: RowContext, before: RowParts | undefined): RowParts {
  const sources = sourcesOf(row, context);
  const isSame = before?.sources.length === sources.length && before.sources.every((each, at) => each === sources[at]);
  return isSame ? before : { sources, parts: partsOf(row, context) };
}

function sourcesOf(row: ScreenRow, { state, permissionOf, isOpen }: RowContext): readonly unknown[] {
  switch (row.type) {
    case 'prompt':
      return [row.prompt];
    case 'message':
      return [state.messages.get(messageKey(row.kind, row.messageId)), isOpen];
    case 'tool-call': {
      const call = state.toolCalls.get(row.toolCallId);
      const terminals = call === undefined ? [] : terminalsOf(state, call);
      return [call, permissionOf(row.toolCallId), ...terminals];
    }
    case 'plan':
      return [state.plans.get(row.planId)];
    case 'compaction':
      return [state.compactions.get(row.compactionId)];
    case 'unknown':
      return [row.update];
  }
}

function partsOf(row: ScreenRow, { state, permissionOf, isOpen }: RowContext): readonly AcpUIPart[] {
  switch (row.type) {
    case 'prompt':
      return contentParts(Sequence.of(row.prompt), { id: row.key, isThought: false }, false);
    case 'message': {
      const message = state.messages.get(messageKey(row.kind, row.messageId));
      const place = { id: row.key, isThought: row.kind === 'thought' };
      return message === undefined ? [] : contentParts(message.content, place, isOpen);
    }
    case 'tool-call': {
      const call = state.toolCalls.get(row.toolCallId);
      return call === undefined ? [] : [toolPart(state, call, permissionOf(row.toolCallId))];
    }
    case 'plan': {
      const plan = state.plans.get(row.planId);
      return plan === undefined ? [] : [{ type: 'data-plan', id: row.key, data: plan.value }];
    }
    case 'compaction': {
      const compaction = state.compactions.get(row.compactionId);
      if (compaction === undefined) return [];
      const { status = 'in_progress', error } = compaction;
      const data = present({ status, summary: promptText(compaction.summary.toArray()), error });
      return [{ type: 'data-compaction', id: row.key, data }];
    }
    case 'unknown':
      return [{ type: 'data-unknown', id: row.key, data: row.update }];
  }
}
