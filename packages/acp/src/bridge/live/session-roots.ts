import { kindOf, type RequestId, type RequestMessage, type ResponseMessage } from '../../jsonrpc/message.ts';
import { isObject } from '../../protocol/reading/guard.ts';

/** Remembers which folders each session may touch, as the client has granted them. */
export interface SessionRoots {
  fromClient(message: unknown): void;
  fromAgent(message: unknown): void;
  rootsOf(params: unknown): readonly string[];
}

const setups: ReadonlySet<string> = new Set(['session/new', 'session/load', 'session/resume']);

/** No session known. */
export function sessionRoots(): SessionRoots {
  const bySession = new Map<string, readonly string[]>();
  const asked = new Map<RequestId, readonly string[]>();
  return {
    fromClient(message) {
      if (kindOf(message) !== 'request') return;
      const { id, method, params } = message as RequestMessage;
      if (!setups.has(method) || !isObject(params) || typeof params['cwd'] !== 'string') return;
      const more = Array.isArray(params['additionalDirectories']) ? params['additionalDirectories'] : [];
      const roots = [params['cwd'], ...more.filter((path) => typeof path === 'string')];
      if (typeof params['sessionId'] === 'string') bySession.set(params['sessionId'], roots);
      else asked.set(id, roots);
    },
    fromAgent(message) {
      if (kindOf(message) !== 'response') return;
      const { id, result } = message as ResponseMessage;
      const roots = asked.get(id);
      asked.delete(id);
      if (roots !== undefined && isObject(result) && typeof result['sessionId'] === 'string') {
        bySession.set(result['sessionId'], roots);
      }
    },
    rootsOf(params) {
      const id = isObject(params) ? params['sessionId'] : undefined;
      return (typeof id === 'string' ? bySession.get(id) : undefined) ?? [];
    },
  };
}
