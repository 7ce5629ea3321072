import type { AgentCapabilities } from '../protocol/v2/generated/initialize.ts';
import { capabilitiesOf } from './agent-capabilities.ts';
import type { AgentDefinition, TurnOutcome } from './agent-definition.ts';
import { withDurableSessions } from './durable.ts';

/** An agent that can be served on any number of connections. */
export interface Agent {
  readonly definition: AgentDefinition;
  readonly capabilities: AgentCapabilities;
}

/** Makes an agent of what its author wrote; what it can do is read off what is there. */
export function agent<const Outcome extends TurnOutcome>(definition: AgentDefinition<Outcome>): Agent {
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
  const whole = sessions === undefined ? definition : withDurableSessions(definition, sessions);
  return { definition: whole, capabilities: capabilitiesOf(whole) };
}
