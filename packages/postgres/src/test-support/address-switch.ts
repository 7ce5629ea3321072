import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** An address that leads to one server or another, as a balancer does. */
export interface AddressSwitch {
  readonly url: string;
  /** Leads new connections to another port of this machine. */
  use(port: number): void;
}

/** Opens an address that leads to a port, closed with the test. */
export async function openSwitch(port: number): Promise<AddressSwitch> {
  let target = port;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      const end = () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      };
      socket.on('error', end).on('close', end);
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  const own = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${own}/acp`,
    use: (next) => {
      target = next;
    },
  };
}
