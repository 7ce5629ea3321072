/** Headers of the remote transports, in lower case. */
export const headers = {
  connection: 'acp-connection-id',
  session: 'acp-session-id',
  /** Sent by servers that number what they send, so that a connection survives a broken socket. */
  counted: 'acp-counted',
  /** Number of a POST in its connection, from 1; a repeated number is handled once. */
  number: 'idempotency-key',
  /** Number of the last event that a client has. */
  lastEvent: 'last-event-id',
} as const;

/** Notifications that Emend peers exchange below the protocol. They are never counted and never delivered. */
export const notices = {
  counted: '$/emend/counted',
  resumed: '$/emend/resumed',
  received: '$/emend/received',
  /** Takes the place of a frame whose words were erased while it was kept; unlike the others it is counted. */
  erased: '$/emend/erased',
} as const;

/** The subprotocol of a WebSocket that servers choose. */
export const ACP_PROTOCOL = 'acp';
/** The start of the subprotocol with the position that a client goes on from. */
export const RESUME_PROTOCOL = 'acp.resume.';
/** The start of the subprotocol with a token. */
export const BEARER_PROTOCOL = 'acp.bearer.';

/** The connection is over. */
export const NORMAL = 1000;
/** The server or the page is going away. */
export const GOING_AWAY = 1001;
/** The server starts again. */
export const RESTART = 1012;
/** The socket is given up, not the connection: a client in a browser opens another. */
export const DROPPED = 4000;
/** The server cannot continue the connection where the client left it. */
export const LOST_PLACE = 4404;

/** Close codes of a WebSocket. Those that a client knows are constants of their own, which keeps the rest out of a page. */
export const closeCodes = {
  normal: NORMAL,
  goingAway: GOING_AWAY,
  protocolError: 1002,
  policy: 1008,
  tooBig: 1009,
  internal: 1011,
  restart: RESTART,
  tryLater: 1013,
  dropped: DROPPED,
  forgotten: LOST_PLACE,
} as const;
