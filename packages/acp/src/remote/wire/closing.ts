import type { Clock } from './clock.ts';
import type { Socket } from './socket.ts';

/** The most bytes of a reason that a WebSocket is closed with. */
const MAX_REASON = 123;

/** Returns as much of a reason as a WebSocket can be closed with; more would be an error. */
export function closeReason(reason = ''): string {
  return reason.slice(0, new TextEncoder().encodeInto(reason, new Uint8Array(MAX_REASON)).read);
}

/**
 * Closes a socket, after what was sent. If the other side does not do its part in time, the socket is terminated and `giveUp` called. Returns a
 * function that ends the wait.
 */
export function closeInTime(
  socket: Socket,
  close: { readonly code: number; readonly reason: string; readonly clock: Clock; readonly within: number },
  giveUp: () => void,
): () => void {
  let stop = () => {};
  const wait = (unsent: number): void => {
    stop = close.clock.after(close.within, () => {
      // A slow line is no reason to cut it while the rest goes out.
      if (socket.bufferedAmount < unsent) wait(socket.bufferedAmount);
      else {
        socket.terminate();
        giveUp();
      }
    });
  };
  socket.close(close.code, close.reason);
  wait(socket.bufferedAmount);
  return () => stop();
}
