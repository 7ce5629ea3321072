import { createServer, connect as dial, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a server, for one client. */
export interface Way {
  /** The URL of the server by this way. */
  readonly url: string;
  /** Cuts the connections that there are; others can be opened at once. */
  cut(): void;
  /** Closes the way: by a cut, or by letting nothing more through. */
  close(how: 'away' | 'slow'): void;
  open(): void;
}

/** Opens a way to a server, which is there until the test ends. */
export async function openWay(url: string): Promise<Way> {
  const { port, pathname } = new URL(url);
  const sockets = new Set<Socket>();
  const stopped = new Set<() => void>();
  let isOpen = true;
  const server = createServer((near) => {
    if (!isOpen) {
      near.destroy();
      return;
    }
    const far = dial(Number(port), '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => other.destroy());
      socket.pipe(other);
    }
    stopped.add(() => (isOpen ? far.pipe(near) : far.unpipe(near).pause()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const address = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${address.port}${pathname}`,
    cut,
    close(how) {
      isOpen = false;
      if (how === 'away') cut();
      else for (const stop of stopped) stop();
    },
    open() {
      isOpen = true;
      for (const goOn of stopped) goOn();
    },
  };
}
