/** Callbacks of a {@link Socket}, in the order of what happens on it. */
export interface SocketListener {
  /** The handshake has succeeded; `header` reads the answer's headers where the platform shows them. */
  opened?(header: (name: string) => string | undefined): void;
  /** A text message; a binary one is `undefined`. */
  message(text: string | undefined): void;
  /** Data of any kind has come, also a pong. */
  alive(): void;
  /** There is room again, after `bufferedAmount` was above the high-water mark. */
  drained(): void;
  /** The socket is gone; called once, and nothing after it. */
  closed(end: SocketEnd): void;
}

/** How a socket has ended. */
export interface SocketEnd {
  /** The close code of the peer; 1005 if it gave none, 1006 if there was no closing handshake. */
  readonly code: number;
  readonly reason: string;
  /** The status of a refused handshake and its header `Retry-After`, where the platform shows them. */
  readonly status?: number;
  readonly retryAfter?: string | undefined;
}

/** A WebSocket, of a browser or of a library, as remote connections use it. */
export interface Socket {
  /** Sends a text message. Messages of one turn of the event loop go out in one write, where the platform allows it. */
  send(text: string): void;
  /** What was sent and has not left the process, in bytes. */
  readonly bufferedAmount: number;
  /** Starts the closing handshake. */
  close(code?: number, reason?: string): void;
  /** Ends the socket without a closing handshake; where the platform cannot, closes it with `closeCodes.dropped`. */
  terminate(): void;
  /** Stops and starts reading; without them the platform cannot. */
  pause?(): void;
  resume?(): void;
  /** Sends a ping; without it the platform cannot. */
  ping?(): void;
  /** Sets the listener; called once, before anything can have happened. */
  listen(listener: SocketListener): void;
}
