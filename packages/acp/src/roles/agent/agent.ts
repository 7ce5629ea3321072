import type { AgentCapabilities } from '../../protocol/june/generated/initialize.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { AgentDefinition, AsyncAgentDefinition, SessionHooks } from './definition.ts';
import { durableHooks, type ReopenSession } from './durable-sessions.ts';

/** An agent that can be served on any number of connections. */
export interface Agent {
  /** What its author wrote. */
  readonly definition: AgentDefinition;
  /** What it does with sessions: its author's hooks, or those around its log. */
  readonly hooks: SessionHooks;
  /** Takes an earlier session out of the log, before the hook that loads or resumes it; only if sessions are durable. */
  readonly reopen?: ReopenSession;
  readonly capabilities: AgentCapabilities;
}

/** Makes an agent of what its author wrote; what it can do is read off what is there. */
export function agent(definition: AsyncAgentDefinition): Agent;
export function agent(definition: AgentDefinition): Agent;
export function agent(definition: AgentDefinition): Agent {
  // Plain JavaScript may forget it, and would learn so from the first client that says something.
  if (typeof definition?.prompt !== 'function') {
    throw new TypeError(
      'an agent needs a prompt function, which runs a turn: agent({ prompt: async (turn) => { ... } })',
    );
  }
  const { authentication } = definition;
  if (authentication !== undefined && authentication.methods.length === 0) {
    throw new TypeError('an agent with authentication needs at least one method');
  }
  const { sessions } = definition;
  if (sessions === undefined)
    return { definition, hooks: definition, capabilities: capabilitiesOf(definition, definition) };
  const { reopen, hooks } = durableHooks(definition, sessions);
  return { definition, hooks, reopen, capabilities: capabilitiesOf(definition, hooks) };
}
