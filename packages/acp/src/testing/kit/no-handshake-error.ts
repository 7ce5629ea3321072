/** Thrown if a peer cannot be started, or never completes a handshake: then nothing can be said about it. */
export class NoHandshakeError extends Error {
  override readonly name = 'NoHandshakeError';
}
