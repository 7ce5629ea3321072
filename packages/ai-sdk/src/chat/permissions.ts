import type { ClientSession } from '@emend/acp';
import { plainOption } from '@emend/acp/permissions';
import type { AskedPermission } from '@emend/acp/roles';
import { approvalId } from './approval-id.ts';

/** Returns whether any permission request waits for an answer from the chat, and not only for `requestPermission` of the client. */
export function isAskedInChat(session: ClientSession): boolean {
  return session.permissions.open.some(({ hasHandler }) => !hasHandler);
}

/**
 * Answers a permission request by the id of its approval: with an option that the agent offered, by its id, or with none. Returns whether
 * the request was open. Throws a `TypeError` if the agent did not offer the option. For chats that show all options of a request; others
 * answer by `addToolApprovalResponse`.
 */
export function answerPermission(session: ClientSession, id: string, optionId: string | undefined): boolean {
  const asked = askedPermission(session, id);
  if (asked === undefined) return false;
  const { permissions } = session;
  return optionId === undefined ? permissions.cancel(asked.requestId) : permissions.answer(asked.requestId, optionId);
}

/** Answers a permission request by yes or no: with the option that allows or rejects, for once if there is one. */
export function answerApproval(session: ClientSession, id: string, isApproved: boolean): boolean {
  const options = askedPermission(session, id)?.options ?? [];
  return answerPermission(session, id, plainOption(options, isApproved ? 'allow' : 'reject')?.optionId);
}

function askedPermission(session: ClientSession, id: string): AskedPermission | undefined {
  return session.permissions.open.find(({ requestId }) => approvalId(requestId) === id);
}
