import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import type { JsonObject } from '../../protocol/reading/guard.ts';
import type { Position, SessionEvent } from '../event.ts';
import type { AnsweredPrompt } from '../session-reader.ts';

/** Returns the event of an answer to a prompt, which ends the turn. */
export function promptAnswered({ requestId, result, error, at }: AnsweredPrompt): SessionEvent {
  const stopReason = typeof result?.['stopReason'] === 'string' ? result['stopReason'] : undefined;
  return { type: 'turn_ended', requestId, stopReason, error: result === undefined ? error.message : undefined, at };
}

/** Returns the event of a permission request. */
export function permissionAsked(requestId: RequestId, params: JsonObject, at: Position): SessionEvent {
  const decoded = RequestPermissionRequest.decode(params, 'lenient');
  if (!decoded.ok) return { type: 'malformed', issues: decoded.issues, at };
  const { toolCall, options } = decoded.value;
  return { type: 'permission_opened', requestId, toolCall, options, at };
}
