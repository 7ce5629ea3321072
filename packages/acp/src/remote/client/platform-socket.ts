import { clientClock as clock } from '../wire/clock.ts';
import { DROPPED } from '../wire/names.ts';
import type { Socket } from '../wire/socket.ts';

/** How often a WebSocket that has much to send is asked how far it is, in milliseconds. */
const POLLING = 20;

/** Opens a WebSocket of the platform, such as that of a browser. It sends no headers and tells no status. */
export function platformSocket(url: string, { protocols }: { readonly protocols: readonly string[] }): Socket {
  const socket = new WebSocket(url, [...protocols]);
  let isPolling = false;
  let drained = () => {};

  // A WebSocket does not tell when it has sent something.
  function poll(): void {
    isPolling = socket.bufferedAmount > 0 && socket.readyState === WebSocket.OPEN;
    if (isPolling) clock.after(POLLING, poll);
    else drained();
  }

  return {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send(text) {
      socket.send(text);
      if (isPolling || socket.bufferedAmount === 0) return;
      isPolling = true;
      clock.after(POLLING, poll);
    },
    close: (code, reason) => socket.close(code, reason),
    // Without a code the server would take it for the end of the connection.
    terminate: () => socket.close(DROPPED),
    listen(listener) {
      drained = () => listener.drained();
      socket.onopen = () => listener.opened?.(() => undefined);
      socket.onmessage = ({ data }) => {
        listener.alive();
        listener.message(typeof data === 'string' ? data : undefined);
      };
      socket.onclose = ({ code, reason }) => listener.closed({ code, reason });
    },
  };
}
