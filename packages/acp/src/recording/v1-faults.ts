import { isObject } from '../protocol/reading/guard.ts';
import type { Decoded, Issue, Repair } from '../protocol/reading/issue.ts';
import { methods } from '../protocol/v1/generated/methods.ts';
import { ReceivedSessionUpdate } from '../protocol/v1/generated/proposal.ts';

/** What is wrong with a v1 message: issues if all of it is skipped, repairs if parts are. */
export interface Fault {
  /** The session named by the message, if any. */
  readonly sessionId: string | undefined;
  readonly issues: readonly Issue[];
  readonly repairs: readonly Repair[];
}

/**
 * Returns what cannot be read of a v1 message that belongs to a session.
 *
 * A converter leaves it out, since v2 has nothing for it; the session should still report it.
 */
export function faultsOf(message: unknown): readonly Fault[] {
  if (Array.isArray(message)) return message.flatMap(faultsOf);
  if (!isObject(message)) return [];
  const params = isObject(message['params']) ? message['params'] : {};
  switch (message['method']) {
    case 'session/update': {
      const update = params['update'];
      const decoded = ReceivedSessionUpdate.decode(update, 'lenient');
      // A tag that v1 does not have is passed on to v2 unchanged.
      const hasOtherTag = !decoded.ok && isObject(update) && decoded.issues[0]?.path[0] === 'sessionUpdate';
      return hasOtherTag && typeof update['sessionUpdate'] === 'string' ? [] : faultsIn(params, decoded);
    }
    case 'session/prompt':
    case 'session/request_permission':
      return faultsIn(params, methods[message['method']].params.decode(params, 'lenient'));
    default:
      return [];
  }
}

function faultsIn(params: { readonly [key: string]: unknown }, decoded: Decoded<unknown>): readonly Fault[] {
  const sessionId = typeof params['sessionId'] === 'string' ? params['sessionId'] : undefined;
  if (!decoded.ok) return [{ sessionId, issues: decoded.issues, repairs: [] }];
  if (decoded.repairs.length > 0 && 'update' in params) return [{ sessionId, issues: [], repairs: decoded.repairs }];
  return sessionId === undefined ? [{ sessionId, issues: [], repairs: [] }] : [];
}

/** Returns whether {@link faultsOf} has to check a message for which the converter reports no loss. */
export function isQuietlyRefused(message: unknown): boolean {
  if (Array.isArray(message)) return message.some(isQuietlyRefused);
  if (!isObject(message)) return false;
  return message['method'] === 'session/prompt' || message['method'] === 'session/request_permission';
}
