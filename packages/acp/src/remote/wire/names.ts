// Constants of their own, and not members of objects: so a page has only those that it uses, under short names.

/** The header with the id of a connection. */
export const CONNECTION_HEADER = 'acp-connection-id';
/** The header with the id of a session. */
export const SESSION_HEADER = 'acp-session-id';
/** The header of servers that number what they send, so that a connection survives a broken socket. */
export const COUNTED_HEADER = 'acp-counted';
/** The header with the number of a POST in its connection, from 1; a repeated number is handled once. */
export const NUMBER_HEADER = 'idempotency-key';
/** The header with the number of the last event that a client has. */
export const LAST_EVENT_HEADER = 'last-event-id';

/** The notice of a server that counts. Notices are exchanged below the protocol, never counted and never delivered. */
export const COUNTED_NOTICE = '$/emend/counted';
/** The notice with which a server goes on. */
export const RESUMED_NOTICE = '$/emend/resumed';
/** The notice of how much has come. */
export const RECEIVED_NOTICE = '$/emend/received';
/** Takes the place of a frame whose words were erased while it was kept; unlike the other notices it is counted. */
export const ERASED_NOTICE = '$/emend/erased';

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
