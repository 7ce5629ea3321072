/**
 * What the registry of the protocol found when it started its agents on 20 August 2026: the version that they answer with, and how to log in.
 */
export const probe =
  'https://github.com/agentclientprotocol/registry/blob/main/.protocol-matrix/snapshots/2026-08-20.json';

/** The agents that acpx, a client of v1 for the command line, knows by name. */
export const acpx = 'https://github.com/openclaw/acpx/blob/main/docs/agents.md';

/** The guide of this project about what real agents do. */
export const realAgents = 'docs/real-agents.md';

/** Returns the page of acpx about one agent. */
export function acpxPage(name: string): string {
  return `https://github.com/openclaw/acpx/blob/main/agents/${name}.md`;
}

/** Returns the entry of an agent in the registry of the protocol. */
export function registryEntry(id: string): string {
  return `https://github.com/agentclientprotocol/registry/blob/main/${id}/agent.json`;
}

/** Returns the page of a package of npm. */
export function npmPage(name: string): string {
  return `https://www.npmjs.com/package/${name}`;
}

/** The day when the facts of all entries were last compared with their sources. */
export const checked = '2026-11-16';
