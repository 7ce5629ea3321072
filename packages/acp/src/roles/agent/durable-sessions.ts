import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { folderOf } from '../../log/folder.ts';
import { leftOpenCalls, restoreSession } from '../../log/restore.ts';
import type { SessionRecord } from '../../log/session-log.ts';
import { takeOver } from '../../log/take-over.ts';
import { checkTime } from '../../log/time.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type {
  ListSessionsRequest,
  ListSessionsResponse,
  SessionInfo,
} from '../../protocol/base/generated/session-setup.ts';
import { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type {
  LoadSessionRequest,
  NewSessionRequest,
  ResumeSessionRequest,
} from '../../protocol/june/generated/session-setup.ts';
import { present } from '../../protocol/reading/optional.ts';
import { newSessionState } from '../../session/state.ts';
import type { AgentDefinition, SessionHooks, SessionSetup } from './definition.ts';
import type { AgentSession } from './session.ts';
import { noSession, stored } from './session-errors.ts';
import type { SessionLink } from './session-link.ts';
import { type DurableSessions, SessionRecorder } from './session-recorder.ts';
import { allKey } from './session-request.ts';

/**
 * Restores an earlier session from the log, and records everything from then on. One that is live in this process is not restored: its
 * turns go on. `running`: nobody has it open, so that it is opened again; `joined`: somebody has.
 */
export type ReopenSession = (
  request: { readonly sessionId: string; readonly cwd: string },
  session: AgentSession,
  as?: 'stored' | 'running' | 'joined',
) => Promise<void>;

/**
 * Returns the session hooks of an agent with a session log: they list, load, resume, delete and close sessions, and call the author's own
 * hooks. `reopen` is separate because, unlike a hook, it must not be given up halfway: it would take the log from the next request.
 */
export function durableHooks(
  definition: AgentDefinition,
  sessions: DurableSessions,
): { readonly hooks: SessionHooks; readonly reopen: ReopenSession } {
  const { log, now = Date.now } = sessions;
  // An invalid clock would fail every session, so it is checked now.
  checkTime(now());

  async function newSession(
    request: NewSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Promise<SessionSetup | void> {
    const { id: sessionId, cwd, additionalDirectories } = session;
    const { principal } = session.link.actor;
    await stored(log.create(present({ sessionId, cwd, additionalDirectories, principal, at: now() })));
    session.recordWith(new SessionRecorder(sessions, sessionId, 0, newSessionState()));
    return definition.newSession?.(request, session, context);
  }

  /** Takes a session over from the connection that has it open. Turns that this or a crash has cut off are recorded as ended. */
  async function reopen(
    request: { sessionId: string; cwd: string },
    session: AgentSession,
    as: 'stored' | 'running' | 'joined' = 'stored',
  ): Promise<void> {
    const found = await stored(log.find(request.sessionId));
    if (found === undefined) throw noSession(request.sessionId);
    if (folderOf(found.record.cwd) !== folderOf(request.cwd)) {
      throw new RpcError(
        errorCodes.invalidParams,
        `The working directory of the session is ${found.record.cwd}, not ${request.cwd}.`,
        { cwd: found.record.cwd },
      );
    }
    if (as === 'joined') return;
    const { id: sessionId, additionalDirectories } = session;
    if (as === 'running') {
      session.record({ type: 'opened', additionalDirectories });
      const repairs = leftOpenCalls(session.history ?? newSessionState(), session.ongoing.background);
      for (const repair of repairs) session.record(repair);
      return;
    }
    const position = await stored(takeOver(log, { sessionId, additionalDirectories, at: now() }));
    const { state, repairs } = await stored(restoreSession(log, sessionId, session.ongoing));
    const recorder = session.recordWith(new SessionRecorder(sessions, sessionId, position, state));
    recorder.record(...repairs);
    // One malformed option would keep the whole session from being opened.
    const configOptions = state.configOptions.filter(SessionConfigOption.is);
    if (configOptions.length < state.configOptions.length) session.record({ type: 'configured', configOptions });
  }

  async function loadSession(
    request: LoadSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Promise<SessionSetup> {
    return withOptions(session, await definition.loadSession?.(request, session, context));
  }

  async function resumeSession(
    request: ResumeSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Promise<SessionSetup> {
    return withOptions(session, await definition.resumeSession?.(request, session, context));
  }

  async function listSessions(
    request: ListSessionsRequest,
    context: RequestContext,
    link: SessionLink,
  ): Promise<ListSessionsResponse> {
    if (definition.listSessions !== undefined) return definition.listSessions(request, context);
    const { cwd, cursor } = request;
    const principal = listedPrincipal(request, link);
    const page = await stored(log.list(present({ cwd: cwd ?? undefined, cursor: cursor ?? undefined, principal })));
    return present({ sessions: page.sessions.map(infoOf), nextCursor: page.nextCursor });
  }

  async function deleteSession(sessionId: string, context: RequestContext): Promise<void> {
    await stored(log.delete(sessionId));
    await definition.deleteSession?.(sessionId, context);
  }

  async function closeSession(session: AgentSession, context: RequestContext): Promise<void> {
    await definition.closeSession?.(session, context);
    if (log.ownership === undefined) return;
    // Another node may open it from now on, and must find everything.
    await session.saved();
    await stored(log.ownership.release(session.id));
  }

  const hooks = { newSession, loadSession, resumeSession, listSessions, deleteSession, closeSession };
  return { hooks, reopen };
}

/** Adds the recorded options unless the author's hook returned some. */
function withOptions({ history }: AgentSession, setup: SessionSetup | void): SessionSetup {
  const configOptions = history?.configOptions ?? [];
  if (setup?.configOptions !== undefined || configOptions.length === 0) return setup ?? {};
  return { ...setup, configOptions };
}

/** Returns whose sessions a client is shown, beside those of nobody; undefined if it is shown all. */
function listedPrincipal({ _meta }: ListSessionsRequest, { actor, access }: SessionLink): string | undefined {
  if (actor.principal === undefined || _meta?.[allKey] !== true) return actor.principal;
  access.require('admin');
  return undefined;
}

function infoOf({ sessionId, cwd, additionalDirectories, title, updatedAt }: SessionRecord): SessionInfo {
  const directories = additionalDirectories.length === 0 ? undefined : additionalDirectories;
  return present({ sessionId, cwd, additionalDirectories: directories, title, updatedAt });
}
