import { createServer } from 'node:net';

/**
 * Returns a port of this machine that nobody uses. It is not one of those that the system hands out to whoever connects, which could be in
 * use again as soon as this looked at it, or while a server is started anew.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
