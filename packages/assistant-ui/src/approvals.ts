import { plainOption } from '@emend/acp/permissions';
import type { ClientSession, PermissionRequest } from '@emend/acp/roles';
import { approvalId } from './tool-part.ts';

/** The user's decision about a permission request: the option that was chosen, or only whether it may go on. */
export interface ApprovalDecision {
  readonly approvalId: string;
  readonly approved: boolean;
  readonly optionId?: string;
}

/**
 * Answers the permission request that a message shows as an approval; `useAcpRuntime` does it for the buttons of a page. Throws if the
 * request does not wait any more, and if no option stands for the decision.
 */
export function answerApproval(session: Pick<ClientSession, 'permissions'>, decision: ApprovalDecision): void {
  const { permissions } = session;
  const asked = permissions.open.find(({ requestId }) => approvalId(requestId) === decision.approvalId);
  if (asked === undefined) {
    throw new Error(`The permission request ${decision.approvalId} does not wait for an answer.`);
  }
  permissions.answer(asked.requestId, chosen(asked, decision));
}

/** Returns the option that was chosen, or the one for this time alone that stands for a plain yes or no. */
function chosen({ options }: PermissionRequest, { approvalId: id, approved, optionId }: ApprovalDecision): string {
  const option =
    optionId === undefined
      ? plainOption(options, approved ? 'allow' : 'reject')
      : options.find((one) => one.optionId === optionId);
  if (option === undefined) {
    const meant = optionId === undefined ? `that means ${approved ? 'yes' : 'no'}` : JSON.stringify(optionId);
    throw new RangeError(`The permission request ${id} has no option ${meant}.`);
  }
  return option.optionId;
}
