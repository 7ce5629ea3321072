import type { ConnectionEnd } from './connection.ts';

/** The connection that an event is about. Its number counts from 1 and is no secret, unlike the id. */
export interface ConnectionFacts {
  readonly connection: number;
  readonly kind: 'http' | 'websocket';
  readonly principal: string;
  /** The address of the client, where it is known. */
  readonly address?: string;
}

/** Something that happened on a server, for its operator. */
export type ServerEvent =
  /** `connections` is the number of connections, with this one. */
  | (ConnectionFacts & { readonly type: 'made'; readonly connections: number })
  /** The client came back; `missed` frames were sent again. */
  | (ConnectionFacts & { readonly type: 'resumed'; readonly missed: number })
  /** The last stream or socket is gone. If `canReturn`, the connection waits for its client to come back. */
  | (ConnectionFacts & { readonly type: 'lost'; readonly reason: string; readonly canReturn: boolean })
  /** Something of the client was dropped. */
  | (ConnectionFacts & { readonly type: 'dropped'; readonly reason: string })
  /** The connection is gone for good. `received` and `sent` count messages, `connections` those that are left. */
  | (ConnectionFacts & {
      readonly type: 'ended';
      readonly reason: ConnectionEnd;
      readonly received: number;
      readonly sent: number;
      readonly connections: number;
    })
  /** Another server, which has sessions that clients of this one use, cannot be reached any more; those clients are told that, without the reason. */
  | { readonly type: 'node-lost'; readonly node: string; readonly reason: string }
  /** A request was refused. */
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly reason: string;
      readonly principal?: string;
      readonly address?: string;
    };
