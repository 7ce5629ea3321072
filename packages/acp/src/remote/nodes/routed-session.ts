import type { RequestId } from '../../jsonrpc/message.ts';
import type { RpcError } from '../../jsonrpc/rpc-error.ts';

/** The name of a node; `undefined` is this one. */
export type NodeName = string | undefined;

/** A request of the client, or of the router itself, that a node has not answered. */
export interface Asked {
  readonly node: NodeName;
  readonly id: RequestId;
  readonly method: string;
  readonly session: string | undefined;
  readonly params: unknown;
  /** Whether the router asks itself, so that the client gets no answer. Ids do not tell: the client may be the router of another node. */
  readonly isOwn?: boolean;
  /** Whether its session had to be opened again before it could be answered: a node that does not have it open means an attempt that failed. */
  isBehindLoss?: boolean | undefined;
}

/** A load or resume that is not answered. */
interface Loading {
  readonly id: RequestId;
  /** Whether its replay has begun. What the node says before that is of an earlier time, unless the client itself has asked. */
  hasBegun: boolean;
}

/** What the router of a client knows of a session. */
export interface RoutedSession {
  node: NodeName;
  /** Whether the client has it open; before that it is only known where it is. */
  isOpen: boolean;
  /** Why it is looked for, so that nobody can be asked; undefined if it is not. */
  lost?: RpcError | undefined;
  /** The latest load, of the client or of the router: what an earlier one tells counts no more. */
  loading?: Loading | undefined;
  /** Why it was looked for when the client asked for it itself; it is looked for again if that is refused. */
  sought?: RpcError | undefined;
  /** Whether it was looked for, and could not be opened since. */
  isUnopened?: boolean | undefined;
  /** What it was opened with, so that it can be opened on another node. */
  roots: object;
  /** Whether a turn runs, as nodes tell November clients. */
  isBusy: boolean;
  /** The turn that runs, as nodes tell clients that want to know about the others. */
  turn?: object | undefined;
}
