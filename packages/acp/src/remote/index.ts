export type { RemoteOptions, RemoteState } from './client/options.ts';
export { type RemoteStates, remoteStates } from './client/remote-states.ts';
export type { AccessToken, Authenticate, TokenCheck } from './server/access/authenticate.ts';
export type { ConnectionEnd, RemoteConnection } from './server/connection.ts';
export type { ConnectionFacts, ServerEvent } from './server/events.ts';
export type { EventSink, HttpAnswer, HttpRequest, RequestBody, UpgradeAnswer } from './server/http-exchange.ts';
export { RemoteServer } from './server/remote-server.ts';
export type { DrainOptions, RemoteServerOptions } from './server/server-options.ts';
export type { RemoteLimits } from './wire/limits.ts';
