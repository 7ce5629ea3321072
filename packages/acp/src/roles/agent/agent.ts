import type { AgentCapabilities } from '../../protocol/june/generated/initialize.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { AgentDefinition, AsyncAgentDefinition, SessionHooks } from './definition.ts';
import { durableHooks, type ReopenSession } from './durable-sessions.ts';

/** An agent that can be served on any number of connections. */
export interface Agent {
  /** The definition it was made from. */
  readonly definition: AgentDefinition;
  /** Its session hooks: the author's own, wrapped by those of the session log if there is one. */
  readonly hooks: SessionHooks;
  /** Restores an earlier session from the log before it is loaded or resumed; only with a session log. */
  readonly reopen?: ReopenSession;
  readonly capabilities: AgentCapabilities;
}

/** Creates an agent. Its capabilities are derived from what the definition contains. */
export function agent(definition: AsyncAgentDefinition): Agent;
export function agent(definition: AgentDefinition): Agent;
export function agent(definition: AgentDefinition): Agent {
  // In plain JavaScript the mistake would otherwise surface with the first prompt.
  if (typeof definition?.prompt !== 'function') {
    throw new TypeError(
      'An agent needs a prompt function that runs a turn: agent({ prompt: async (turn) => { ... } })',
    );
  }
  const { authentication } = definition;
  if (authentication !== undefined && authentication.methods.length === 0) {
    throw new TypeError('An agent with authentication needs at least one authentication method.');
  }
  const { sessions } = definition;
  if (sessions === undefined && definition.permissionPolicy !== undefined) {
    throw new TypeError(
      'An agent with a permissionPolicy needs sessions with a log: what the rules decide is stored there.',
    );
  }
  if (sessions === undefined)
    return { definition, hooks: definition, capabilities: capabilitiesOf(definition, definition) };
  const { reopen, hooks } = durableHooks(definition, sessions);
  return { definition, hooks, reopen, capabilities: capabilitiesOf(definition, hooks) };
}
