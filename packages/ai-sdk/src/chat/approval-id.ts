import type { OpenElicitation, OpenPermission } from '@emend/acp/session';

/** Returns the id of the approval that stands for a permission request. */
export function approvalId(requestId: OpenPermission['requestId']): string {
  return `permission ${JSON.stringify(requestId)}`;
}

/** Returns the id of the part that stands for a request for information. */
export function elicitationPartId(requestId: OpenElicitation['requestId']): string {
  return `elicitation ${JSON.stringify(requestId)}`;
}
