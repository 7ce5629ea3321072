import type { PeerOptions } from '../../jsonrpc/peer-options.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import type { Agent } from './agent.ts';
import type { OpenSessions } from './open-sessions.ts';
import type { AgentSession } from './session.ts';
import { notOpenHere, unopened } from './session-errors.ts';

/** Returns the id of the session that params name. */
export function sessionNamedBy(params: unknown): string | undefined {
  const named = isObject(params) ? params['sessionId'] : undefined;
  return typeof named === 'string' ? named : undefined;
}

/**
 * Returns the handlers of an agent for methods that neither the protocol nor the agent names. A session that a message names must be open on
 * the connection. `requireControl` throws if the client may not prompt: anywhere, or in a session.
 */
export function otherMethods(
  agent: Agent,
  sessions: OpenSessions,
  requireControl: (session?: AgentSession) => void,
): Pick<PeerOptions, 'otherRequest' | 'otherNotification'> {
  const { definition } = agent;
  const { otherRequest, otherNotification } = definition;

  /** Returns whether the client may send a message; false if the session that it names is not open. */
  function isAllowed(named: string | undefined): boolean {
    requireControl();
    const session = named === undefined ? undefined : sessions.byId.get(named);
    if (session !== undefined) requireControl(session);
    return named === undefined || session !== undefined;
  }

  /** Waits for a session that the client has just asked to open, and throws the error if it is not open then. */
  async function requireOpen(named: string): Promise<void> {
    await sessions.opening(named);
    if (!isAllowed(named)) throw mayBeLoaded(agent) ? notOpenHere(named) : await unopened(agent, named);
  }

  return {
    ...(otherRequest && {
      otherRequest: (params, context) => {
        const named = sessionNamedBy(params);
        const handle = (): unknown => otherRequest.call(definition, params, context);
        if (isAllowed(named)) return handle();
        return requireOpen(String(named)).then(handle);
      },
    }),
    ...(otherNotification && {
      otherNotification: (params, context) => {
        const named = sessionNamedBy(params);
        // Messages behind it wait for a notification, so that it cannot wait for a session to open.
        if (!isAllowed(named)) throw notOpenHere(String(named));
        return otherNotification.call(definition, params, context);
      },
    }),
  };
}

/** Returns whether any session may be one that can be opened. Without a log, only the author's code knows. */
function mayBeLoaded({ definition, hooks }: Agent): boolean {
  return definition.sessions === undefined && (hooks.loadSession !== undefined || hooks.resumeSession !== undefined);
}
