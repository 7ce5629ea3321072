import type { OpenPermission } from '@emend/acp/session';

/** Returns the id of the approval that stands for a permission request. */
export function approvalId(requestId: OpenPermission['requestId']): string {
  return `permission ${JSON.stringify(requestId)}`;
}
