export { AgentProcess, type AgentProcessOptions, type Exit, type PipedChild } from './agent-process.ts';
export { AgentStarter } from './agent-starter.ts';
export { type LocalHostOptions, type LocalService, localHost, localServices } from './client-host/local-host.ts';
export type { ResolvedCommand } from './command.ts';
export { type LaunchOptions, launchAgent } from './launch-agent.ts';
export { type NodeStreams, nodeStreams } from './node-streams.ts';
export { type SpawnAgentOptions, type SpawnedAgent, spawnAgent } from './spawn-agent.ts';
export { findCommand, type ProcessPlace, whyNotFound } from './start-process.ts';
export { type StdioOptions, stdio } from './stdio.ts';
