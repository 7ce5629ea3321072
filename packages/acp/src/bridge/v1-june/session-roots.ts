import { kindOf, type RequestId, type RequestMessage, type ResponseMessage } from '../../jsonrpc/message.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { isFailure } from '../reading.ts';

/** The folders that the client has granted each session. */
interface SessionRoots {
  /** Takes note of a message or batch of the client. */
  fromClient(value: unknown): void;
  /** Takes note of an answer of the agent; returns the session that the client has asked to close or delete, whatever the answer. */
  fromAgent(value: unknown): string | undefined;
  /** Returns the roots of a session, if it is known. A session that is being created has the roots of its request. */
  rootsOf(sessionId: string): readonly string[] | undefined;
}

type Roots = readonly string[];

/** A pending request that will give a session its roots, or end it. */
type Pending =
  | { readonly does: 'create'; readonly roots: Roots }
  | { readonly does: 'open'; readonly sessionId: string; readonly before: Roots | undefined }
  | { readonly does: 'end'; readonly sessionId: string };

const opening: ReadonlySet<string> = new Set(['session/load', 'session/resume']);
const ending: ReadonlySet<string> = new Set(['session/close', 'session/delete']);

/** Returns an empty table of roots. */
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
    else if (method === 'session/fork') {
      const inherited = bySession.get(sessionId) ?? roots;
      pending.set(id, { does: 'create', roots: roots.length === 0 ? inherited : roots });
    } else if (ending.has(method)) pending.set(id, { does: 'end', sessionId });
    else if (opening.has(method)) {
      pending.set(id, { does: 'open', sessionId, before: bySession.get(sessionId) });
      // An agent may read files while it loads.
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
      // If the agent refuses, the session may go on, but the client is done with it: whatever was started for it ends.
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
