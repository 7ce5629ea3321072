import { kindOf, type RequestId, type RequestMessage, type ResponseMessage } from '../../jsonrpc/message.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { isFailure } from '../reading.ts';

/** Which folders each session may touch, as the client has granted them. */
interface SessionRoots {
  /** Sees what the client sends: messages and batches. */
  fromClient(value: unknown): void;
  /** Sees what the agent answers; gives the session that the client has asked to close or delete, whatever the answer. */
  fromAgent(value: unknown): string | undefined;
  /** The roots of a session; none if it is not known. A session that is just being made goes by the roots it was asked with. */
  rootsOf(sessionId: string): readonly string[] | undefined;
}

type Roots = readonly string[];

/** A request under way that will give a session its roots, or end it. */
type Pending =
  | { readonly does: 'create'; readonly roots: Roots }
  | { readonly does: 'open'; readonly sessionId: string; readonly before: Roots | undefined }
  | { readonly does: 'end'; readonly sessionId: string };

const opening: ReadonlySet<string> = new Set(['session/load', 'session/resume']);
const ending: ReadonlySet<string> = new Set(['session/close', 'session/delete']);

/** No session known. */
export function sessionRoots(): SessionRoots {
  const bySession = new Map<string, Roots>();
  const pending = new Map<RequestId, Pending>();

  function set(sessionId: string, roots: Roots | undefined): void {
    if (roots === undefined) bySession.delete(sessionId);
    else bySession.set(sessionId, roots);
  }

  function asked({ id, method, params }: RequestMessage): void {
    if (!isObject(params)) return;
    const { sessionId, cwd, additionalDirectories } = params;
    const more = Array.isArray(additionalDirectories) ? additionalDirectories : [];
    const roots = [cwd, ...more].filter((path) => typeof path === 'string');
    if (method === 'session/new') pending.set(id, { does: 'create', roots });
    else if (typeof sessionId !== 'string') return;
    else if (ending.has(method)) pending.set(id, { does: 'end', sessionId });
    else if (opening.has(method)) {
      pending.set(id, { does: 'open', sessionId, before: bySession.get(sessionId) });
      // An agent reads files while it loads.
      bySession.set(sessionId, roots);
    }
  }

  return {
    fromClient(value) {
      for (const message of Array.isArray(value) ? value : [value]) {
        if (kindOf(message) === 'request') asked(message as RequestMessage);
      }
    },
    fromAgent(value) {
      if (kindOf(value) !== 'response') return undefined;
      const response = value as ResponseMessage;
      const request = pending.get(response.id);
      pending.delete(response.id);
      if (request === undefined) return undefined;
      const isFailed = isFailure(response);
      if (request.does === 'open' && isFailed) set(request.sessionId, request.before);
      if (request.does === 'create' && isObject(response.result)) {
        const { sessionId } = response.result;
        if (typeof sessionId === 'string') bySession.set(sessionId, request.roots);
      }
      if (request.does !== 'end') return undefined;
      // An agent that refuses may go on with the session, but the client is done with it: what was started for it ends all the same.
      if (!isFailed) bySession.delete(request.sessionId);
      return request.sessionId;
    },
    rootsOf(sessionId) {
      const known = bySession.get(sessionId);
      if (known !== undefined) return known;
      const made = [...pending.values()].filter((request) => request.does === 'create');
      return made.length === 1 ? made[0]?.roots : undefined;
    },
  };
}
