export type { RemoteOptions, RemoteState } from './client/options.ts';
export { type RemoteStates, remoteStates } from './client/remote-states.ts';
export type { ConnectionEnd, RemoteConnection } from './server/connection.ts';
export type { RemoteLimits } from './wire/limits.ts';
