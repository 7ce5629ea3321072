import type { RequestPermissionRequest } from '@emend/acp/protocol/june';
import { isAskedOfOthers } from '@emend/acp/roles';

/** What a chat says that was started with `--watch` when it is to do something. */
export const onlyLooksOn = 'This chat only looks on. Leave out --watch to take part.';

/** What a chat that answers permission requests without asking knows when one comes. */
interface Asked {
  /** What `--permissions` says, if it was given. */
  readonly policy: 'reject' | 'allow' | undefined;
  /** Whether a prompt of this chat is running. */
  readonly isPrompting: boolean;
}

/**
 * Returns why a permission request is left to the other clients of a shared session, in a sentence, or `undefined` if this chat answers it: the
 * first answer counts, and people may be looking at the request.
 */
export function whyLeftToOthers(request: RequestPermissionRequest, { policy, isPrompting }: Asked): string | undefined {
  if (!isAskedOfOthers(request)) return undefined;
  if (policy === undefined) return 'Permission requests that other clients of the session get, too, are left to them.';
  return isPrompting
    ? undefined
    : 'Permission requests are left to the other clients of the session while no prompt of this chat is running.';
}
