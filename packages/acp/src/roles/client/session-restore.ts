import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { isRefusedForNow } from '../../jsonrpc/rpc-error.ts';
import { knownPromptsIn, promptsKey } from '../prompt-ids.ts';
import type { AgentCalls } from './agent-calls.ts';
import type { KnownCapabilities } from './capabilities.ts';
import type { SessionRequest } from './client.ts';
import type { ClientEvent } from './options.ts';
import type { FindPrompt } from './prompt-line.ts';
import { type ClientSession, controlOf } from './session.ts';

/** How a session was opened again: with its history, without it, not now, or not at all. */
export interface RestoredSession {
  readonly session: ClientSession;
  readonly how: 'loaded' | 'resumed' | 'refused' | 'lost';
  readonly find: FindPrompt;
  /** Why it is refused or lost. */
  readonly error?: ConnectionError;
}

/** What is used to open sessions again. */
export interface RestoreParts {
  /** The requests over the new connection. */
  readonly calls: AgentCalls;
  readonly capabilities: KnownCapabilities;
  /** Makes a request, and repeats it after a login if the agent requires one. */
  readonly login: <T>(attempt: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Aborting it cancels what is asked. */
  readonly signal?: AbortSignal;
}

/** Returns the event that tells which sessions are open again. */
export function reconnected(restored: readonly RestoredSession[]): Extract<ClientEvent, { type: 'reconnected' }> {
  const idsOf = (wanted: RestoredSession['how']): readonly string[] =>
    restored.filter(({ how }) => how === wanted).map(({ session }) => session.id);
  const [loaded, resumed, lost, restoring] = [idsOf('loaded'), idsOf('resumed'), idsOf('lost'), idsOf('refused')];
  return { type: 'reconnected', loaded, resumed, lost, restoring };
}

/**
 * Opens a session again on a new connection: it is what the agent replays then, and nothing else. A session that the agent cannot load is
 * resumed, if it can do that, and shows what is known of it. Throws if the new connection is lost, too.
 */
export async function restoreSession(
  session: ClientSession,
  request: SessionRequest,
  parts: RestoreParts,
): Promise<RestoredSession> {
  const { capabilities } = parts;
  const lost = (error: ConnectionError): RestoredSession => lostSession(session, error);
  try {
    if (capabilities.has('load')) return { session, how: 'loaded', find: await load(session, request, parts) };
    if (!capabilities.has('resume')) return lost(unrestored('the agent cannot load sessions'));
    const { signal: _, ...roots } = request;
    const { calls, login, signal } = parts;
    const onResult = (answer: object): void => controlOf(session).setUp(answer);
    await login(() => calls.resumeSession({ ...roots, sessionId: session.id }, { onResult, signal }), signal);
    return { session, how: 'resumed', find: failing(unrestored('the agent cannot load sessions')) };
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    const failed = lost(unrestored(error instanceof Error ? error.message : String(error), error));
    return isRefusedForNow(error) ? { ...failed, how: 'refused' } : failed;
  }
}

/** Returns what is told of a session that cannot be opened again. */
export function lostSession(session: ClientSession, error: ConnectionError): RestoredSession {
  return { session, how: 'lost', find: failing(error), error };
}

async function load(
  session: ClientSession,
  { signal: _, _meta, ...roots }: SessionRequest,
  { calls, login, signal }: RestoreParts,
): Promise<FindPrompt> {
  const control = controlOf(session);
  const { mcpServers = [] } = roots;
  const promptIds = control.promptIds();
  const meta = promptIds.length === 0 ? _meta : { ..._meta, [promptsKey]: promptIds };
  const params = { ...roots, mcpServers, sessionId: session.id, ...(meta && { _meta: meta }) };
  let answered: object = {};
  control.expectReplay();
  try {
    const onResult = (answer: object): void => {
      answered = answer;
      control.setUp(answer);
      control.apply({ type: 'load_ended' });
    };
    await login(() => calls.loadSession(params, { onResult, signal }), signal);
  } catch (error) {
    control.apply({ type: 'load_failed' });
    throw error;
  }
  const known = knownPromptsIn((answered as { readonly _meta?: unknown })._meta);
  if (known === undefined) {
    const text = 'The connection was lost while the prompt ran, and the agent does not tell how the prompt ended.';
    return failing(new ConnectionError('forgotten', text));
  }
  return (promptId) => (promptId === undefined ? undefined : known.get(promptId)) ?? { state: 'unsent' };
}

function failing(error: ConnectionError): FindPrompt {
  return () => ({ state: 'failed', error });
}

function unrestored(why: string, cause?: unknown): ConnectionError {
  const text = `The connection was lost, and the session could not be loaded again: ${why.replace(/\.$/, '')}.`;
  return new ConnectionError('forgotten', text, cause === undefined ? {} : { cause });
}
