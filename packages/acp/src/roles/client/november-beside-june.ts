import { type SessionUpdate, UpdateSessionNotification } from '../../protocol/november/generated/session-update.ts';
import type { Reading } from '../../protocol/reading/decode.ts';
import type { Decoded } from '../../protocol/reading/issue.ts';
import type { UpdateEvent } from '../../session/event.ts';
import { divided } from '../../session/november-parts.ts';
import type { ReadPermission } from './permission-request.ts';

// The messages of a v1 agent are translated to June; what June has no name for stays beside it, as November has it.

/** Reads the part of an update that only November has. */
export function readNovemberPart(
  sessionId: string,
  update: SessionUpdate,
  reading: Reading,
): Decoded<{ readonly update: UpdateEvent['update'] }> {
  // An update that June does not have is to June one of a later draft.
  return UpdateSessionNotification.decode({ sessionId, update }, reading) as Decoded<never>;
}

/** Returns a permission request whose tool call is all June's, and what only November has of the call, as an update. */
export function dividedPermission(asked: ReadPermission): {
  readonly asked: ReadPermission;
  readonly november?: SessionUpdate;
} {
  const { request, event } = asked;
  const { toolCallId } = request.toolCall;
  const { june, november } = divided({ sessionUpdate: 'tool_call_update', ...request.toolCall });
  if (november === undefined) return { asked };
  const { sessionUpdate: _, ...toolCall } = june ?? { sessionUpdate: '', toolCallId };
  return { asked: { ...asked, event: { ...event, toolCall } }, november };
}
