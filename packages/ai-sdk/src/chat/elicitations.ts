import type { ClientSession } from '@emend/acp';
import type { ElicitationAnswer } from '@emend/acp/roles';
import { elicitationPartId } from './approval-id.ts';

/**
 * Answers a request for information by the id of its `data-elicitation` part: `accept` with the content of the form, `decline`, or `cancel`.
 * Returns whether the request was open. Throws a `TypeError` if a required value is missing or one has the wrong type.
 */
export function answerElicitation(session: ClientSession, id: string, answer: ElicitationAnswer): boolean {
  const asked = session.elicitations.open.find(({ requestId }) => elicitationPartId(requestId) === id);
  return asked !== undefined && session.elicitations.answer(asked.requestId, answer);
}
