export { expectEqual } from './expect-equal.ts';
export { ScriptedPeer, type ScriptStep } from './scripted-peer.ts';
export { backPressureCheck, type TransportCheck, type TransportPair, transportContract } from './transport-contract.ts';
