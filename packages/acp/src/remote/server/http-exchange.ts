/** A request as the server reads it, from any HTTP library. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, for example `/acp?counted=1`. */
  readonly target: string;
  /** Returns a header by its name in lower case. */
  header(name: string): string | undefined;
  /** The address of the peer, where it is known. */
  readonly remoteAddress?: string;
  /** Reads the body. It is read only if this is called, and no further than `fits` allows, which is asked with the size so far, or with the stated one. */
  readBody(maxBytes: number, fits?: (size: number) => boolean): Promise<RequestBody>;
}

/** The body of a request, or why there is none. */
export type RequestBody =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: 'too-large' | 'not-utf8' | 'cut-off' | 'no-room' };

/** An answer: a text, or a stream of events that stays open. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Called with the open stream after the headers were sent. */
  readonly stream?: (sink: EventSink) => void;
}

/** Where the events of a stream are written. */
export interface EventSink {
  /** Writes text. Returns false if the peer has to catch up first; `onDrain` is called then. */
  write(text: string): boolean;
  /** Ends the stream properly, after what was written. */
  end(): void;
  /** Ends the stream at once. */
  destroy(): void;
  /** Sets what is called when there is room again, and once when the stream is gone for whatever reason. */
  listen(listener: { onDrain(): void; onClosed(): void }): void;
}

/** The answer to a request to open a WebSocket. */
export type UpgradeAnswer =
  | { readonly accepted: false; readonly answer: HttpAnswer }
  | {
      readonly accepted: true;
      readonly headers: Readonly<Record<string, string>>;
      /** The subprotocol to choose, if one was offered. */
      readonly protocol: string | undefined;
      /** The largest message that the client may send. */
      readonly maxFrameBytes: number;
      /** Called with the open socket. */
      open(socket: import('../wire/socket.ts').Socket): void;
    };
