export { expectEqual } from './expect-equal.ts';
export { logContract, sharedLogContract } from './log-contract.ts';
export type { LogCheck, LogUnderTest } from './log-sessions.ts';
export { ScriptedPeer, type ScriptStep } from './scripted-peer.ts';
export { backPressureCheck, type TransportCheck, type TransportPair, transportContract } from './transport-contract.ts';
