import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import type { PermissionOption } from '../../protocol/june/generated/permission.ts';
import { RequestPermissionRequest } from '../../protocol/november/generated/permission.ts';
import type { JsonObject } from '../../protocol/reading/guard.ts';
import type { Position, SessionEvent } from '../event.ts';
import { promptAnswered as juneAnswered } from '../june/requests.ts';
import type { AnsweredPrompt } from '../session-reader.ts';

/**
 * Returns the event of an answer to a prompt, which means that the prompt is in the conversation, or never will be.
 *
 * Agents of August answer with an empty object. One that names a stop reason has ended the turn.
 */
export function promptAnswered(answer: AnsweredPrompt): SessionEvent {
  const { requestId, result, error, at } = answer;
  if (result === undefined) return { type: 'prompt_refused', requestId, error: error.message, code: error.code, at };
  const { messageId, stopReason } = result;
  if (typeof messageId === 'string') return { type: 'prompt_inserted', requestId, messageId, at };
  return typeof stopReason === 'string' ? juneAnswered(answer) : { type: 'prompt_inserted', requestId, at };
}

/** Returns the event of a permission request. */
export function permissionAsked(requestId: RequestId, params: JsonObject, at: Position): SessionEvent {
  const decoded = RequestPermissionRequest.decode(params, 'lenient');
  if (!decoded.ok) return { type: 'malformed', issues: decoded.issues, at };
  const { title, description, subject, options } = decoded.value;
  return {
    type: 'permission_opened',
    requestId,
    title,
    description,
    subject,
    options: options as readonly PermissionOption[],
    dialect: 'november',
    at,
  };
}
