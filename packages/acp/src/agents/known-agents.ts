import type { KnownAgent, NamedAgent } from './known-agent.ts';
import { npmAgents } from './npm-agents.ts';
import { otherAgents } from './other-agents.ts';

/** The catalogue: agents of other projects that speak the Agent Client Protocol, sorted by name. */
export const knownAgents: readonly KnownAgent[] = [...npmAgents, ...otherAgents].sort((one, other) =>
  one.name < other.name ? -1 : 1,
);

/** Returns the agent with this name or alias. If several have it, a name comes before an alias, and the first before the others. */
export function findAgent(name: string): KnownAgent | undefined;
export function findAgent<Agent extends NamedAgent>(name: string, agents: readonly Agent[]): Agent | undefined;
export function findAgent(name: string, agents: readonly NamedAgent[] = knownAgents): NamedAgent | undefined {
  return agents.find((agent) => agent.name === name) ?? agents.find(({ aliases }) => aliases.includes(name));
}
