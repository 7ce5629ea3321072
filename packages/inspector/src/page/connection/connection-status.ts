/** How the page is connected with what answers it. */
export type ConnectionStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'open' }
  /** The page tries again by itself. */
  | { readonly state: 'lost' }
  /** The page cannot go on, and says why. */
  | { readonly state: 'ended'; readonly reason: string };

/** A connection of the page: what it asks, and how it stands. */
export interface Connection {
  readonly inspector: import('../../api/inspector.ts').Inspector;
  status(): ConnectionStatus;
  onStatus(listener: () => void): () => void;
}
