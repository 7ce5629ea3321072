/** Where the page gets a ticket for its socket: `POST` with the token as bearer, answered with a {@link Ticket}. */
export const ticketPath = '/api/ticket';

/** The WebSocket of the page; takes the ticket as the query parameter `ticket`. */
export const socketPath = '/api/socket';

/** Downloads: `GET` with the token as bearer and a `DownloadQuestion` as query parameters. */
export const downloadPath = '/api/download';

/** Opens one socket, once. */
export interface Ticket {
  readonly ticket: string;
}
