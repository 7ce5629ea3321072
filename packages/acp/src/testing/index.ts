export { expectEqual } from './expect-equal.ts';
export type { AgentCheck } from './kit/agent/agent-check.ts';
export { agentChecks } from './kit/agent/agent-checks.ts';
export type { AgentPrompts, AgentScene } from './kit/agent/agent-scene.ts';
export { type CheckAgentOptions, checkAgent } from './kit/agent/check-agent.ts';
export type { BridgeCheck } from './kit/bridge/bridge-check.ts';
export { bridgeChecks } from './kit/bridge/bridge-checks.ts';
export type { BridgeEnds, BridgeScene } from './kit/bridge/bridge-scene.ts';
export { type CheckBridgeOptions, checkBridge } from './kit/bridge/check-bridge.ts';
export { allPairs, type DialectPair, pairName } from './kit/bridge/dialect-pair.ts';
export type { BridgePeers } from './kit/bridge/open-bridge.ts';
export type { StartBridge, StartedBridge } from './kit/bridge/started-bridge.ts';
export { CheckRun, type CheckSummary, type PreparedCheck, summaryOf } from './kit/check-run.ts';
export { type CheckClientOptions, checkClient } from './kit/client/check-client.ts';
export type { ClientCheck } from './kit/client/client-check.ts';
export { clientChecks } from './kit/client/client-checks.ts';
export { clientInProcess } from './kit/client/client-in-process.ts';
export type { ClientStage } from './kit/client/client-stage.ts';
export type {
  ClientFunctionContext,
  ClientStart,
  SceneName,
  StartClient,
  StartedClient,
} from './kit/client/started-client.ts';
export { dialectNames } from './kit/dialect-name.ts';
export type { TimedFrame } from './kit/evidence.ts';
export { NoHandshakeError } from './kit/no-handshake-error.ts';
export { junitReport } from './kit/report/junit.ts';
export { markdownReport } from './kit/report/markdown.ts';
export { type CheckReport, jsonReport } from './kit/report/report.ts';
export type { Transcript } from './kit/run-check.ts';
export type { Selection } from './kit/selection.ts';
export type { PeerExit, StartedPeer, StartOptions, StartPeer } from './kit/started-peer.ts';
export type { CheckAbout, CheckResult, SeenFrame, Verdict } from './kit/verdict.ts';
export { logContract, sharedLogContract } from './log-contract.ts';
export type { LogCheck, LogUnderTest } from './log-sessions.ts';
export { ScriptedPeer, type ScriptStep } from './scripted-peer.ts';
export {
  type TestAgentOptions,
  type TestedAgent,
  type TestedTurn,
  type TestPermissions,
  testAgent,
} from './test-agent.ts';
export { backPressureCheck, type TransportCheck, type TransportPair, transportContract } from './transport-contract.ts';
