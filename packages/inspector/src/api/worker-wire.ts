/** What an exported page sends to its worker before it asks: its recording, and the port for its questions. */
export type WorkerStart =
  /** The next part of the recording: gzip, written in base64. */
  | { readonly part: string }
  /** All parts were sent. */
  | { readonly name: string; readonly port: MessagePort };
