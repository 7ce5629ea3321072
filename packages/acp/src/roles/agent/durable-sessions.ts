import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { folderOf } from '../../log/folder.ts';
import { joinedReplay } from '../../log/joined-replay.ts';
import { LogError, type LogFailure } from '../../log/log-error.ts';
import { restoreSession } from '../../log/restore.ts';
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
import { newSessionState } from '../../session/state.ts';
import type { AgentDefinition, SessionHooks, SessionSetup } from './definition.ts';
import type { AgentSession } from './session.ts';
import { type DurableSessions, Recorder } from './session-recorder.ts';

/** Takes an earlier session out of the log, and has everything from then on written down. */
export type ReopenSession = (
  request: { readonly sessionId: string; readonly cwd: string },
  session: AgentSession,
) => Promise<void>;

/**
 * Makes sessions last: list, load, resume, delete and close need no further code; the agent's own hooks still run. To reopen is apart
 * from them: a hook that does not end can be given up, but who gives up a log that is being written may find it taken over later.
 */
export function durableHooks(
  definition: AgentDefinition,
  sessions: DurableSessions,
): { readonly hooks: SessionHooks; readonly reopen: ReopenSession } {
  const { log, now = Date.now } = sessions;
  // A clock that no log can keep would fail every session; its author learns it now.
  checkTime(now());

  async function newSession(
    request: NewSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Promise<SessionSetup | void> {
    const { id: sessionId, cwd, additionalDirectories } = session;
    await stored(log.create({ sessionId, cwd, additionalDirectories, at: now() }));
    session.recordWith(new Recorder(sessions, sessionId, 0, newSessionState()));
    return definition.newSession?.(request, session, context);
  }

  /** Takes a session over from whoever has it; what that or a crash has cut off is ended, and that is written down too. */
  async function reopen(request: { sessionId: string; cwd: string }, session: AgentSession): Promise<void> {
    const found = await stored(log.find(request.sessionId));
    if (found === undefined) throw noSession(request.sessionId);
    if (folderOf(found.record.cwd) !== folderOf(request.cwd)) {
      throw new RpcError(errorCodes.invalidParams, `the session works in ${found.record.cwd}, not in ${request.cwd}`);
    }
    const { id: sessionId, additionalDirectories } = session;
    const position = await stored(takeOver(log, { sessionId, additionalDirectories, at: now() }));
    const { state, repairs } = await stored(restoreSession(log, sessionId));
    const recorder = session.recordWith(new Recorder(sessions, sessionId, position, state));
    recorder.record(...repairs);
    // One that no client could be told of would keep the whole session from being opened.
    const configOptions = state.configOptions.filter(SessionConfigOption.is);
    if (configOptions.length < state.configOptions.length) session.record({ type: 'configured', configOptions });
  }

  async function loadSession(
    request: LoadSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Promise<SessionSetup> {
    for (const update of joinedReplay(session.history ?? newSessionState())) {
      await session.replay(update);
      if (context.aborted) context.signal.throwIfAborted();
    }
    return goingOn(session, await definition.loadSession?.(request, session, context));
  }

  async function resumeSession(
    request: ResumeSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Promise<SessionSetup> {
    return goingOn(session, await definition.resumeSession?.(request, session, context));
  }

  async function listSessions(request: ListSessionsRequest, context: RequestContext): Promise<ListSessionsResponse> {
    if (definition.listSessions !== undefined) return definition.listSessions(request, context);
    const { cwd, cursor } = request;
    const page = await stored(log.list({ ...given('cwd', cwd), ...given('cursor', cursor) }));
    return { sessions: page.sessions.map(infoOf), ...given('nextCursor', page.nextCursor) };
  }

  async function deleteSession(sessionId: string, context: RequestContext): Promise<void> {
    await stored(log.delete(sessionId));
    await definition.deleteSession?.(sessionId, context);
  }

  async function closeSession(session: AgentSession, context: RequestContext): Promise<void> {
    await definition.closeSession?.(session, context);
  }

  const hooks = { newSession, loadSession, resumeSession, listSessions, deleteSession, closeSession };
  return { hooks, reopen };
}

/** Without options of its own, the agent goes on with those that are in force. */
function goingOn({ history }: AgentSession, setup: SessionSetup | void): SessionSetup {
  const configOptions = history?.configOptions ?? [];
  if (setup?.configOptions !== undefined || configOptions.length === 0) return setup ?? {};
  return { ...setup, configOptions };
}

function infoOf({ sessionId, cwd, additionalDirectories, title, updatedAt }: SessionRecord): SessionInfo {
  return {
    sessionId,
    cwd,
    ...(additionalDirectories.length === 0 ? {} : { additionalDirectories }),
    ...(title === undefined ? {} : { title }),
    updatedAt,
  };
}

function given<Key extends string, T>(key: Key, value: T | null | undefined): { readonly [K in Key]?: T } {
  return value === undefined || value === null ? {} : ({ [key]: value } as { [K in Key]: T });
}

/** The refusal of a request for a session that is not there. */
export function noSession(sessionId: string): RpcError {
  return new RpcError(errorCodes.resourceNotFound, `there is no session ${JSON.stringify(sessionId)}`, { sessionId });
}

/** Turns what a log refuses into what a client is told; a store that fails is not the client's fault, but it must know. */
export async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const refusal = new RpcError(codeOf(error), wordsOf(error), { failure: error.failure });
    // It does not cross the wire: whoever serves the agent is told.
    if (storeFailures[error.failure] !== undefined) refusal.cause = error;
    throw refusal;
  }
}

/** What a client is told of a store that fails: never its own words, which may hold paths, addresses and content. */
const storeFailures: Readonly<Partial<Record<LogFailure, string>>> = {
  invalid_time: 'The agent gave a time that its session store does not take.',
  closed: 'The session store of the agent has been closed.',
  locked: 'The session store of the agent is in use by another process. Try again later.',
  corrupt: 'What the agent has stored of this session is damaged and cannot be read.',
  full: 'The session store of the agent has no room left.',
  read_only: 'The session store of the agent cannot be written.',
  newer_version: 'The session store was written by a newer version of the agent.',
  unavailable: 'The session store of the agent cannot be reached. Try again later.',
};

/** A person reads it, who knows nothing of positions in a log but can open the session again. */
function wordsOf({ failure, message }: LogError): string {
  if (failure === 'conflict') return 'the session was opened elsewhere; load it again';
  return storeFailures[failure] ?? message;
}

function codeOf({ failure }: LogError): number {
  if (failure === 'unknown_session') return errorCodes.resourceNotFound;
  return failure === 'invalid_cursor' ? errorCodes.invalidParams : errorCodes.internalError;
}
