export { fetchingCommand, installCommand, installWords } from './install.ts';
export type { AgentInstall, AgentLogin, KnownAgent, NamedAgent } from './known-agent.ts';
export { findAgent, knownAgents } from './known-agents.ts';
export { nearestName } from './nearest-name.ts';
