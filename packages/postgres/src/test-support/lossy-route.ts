import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a server that can be cut, also just before a commit gets there or just before its answer gets back. */
export interface LossyRoute {
  readonly url: string;
  /** Loses the next commit, or the answer to it; what is told that it is lost may take its time before others get through. */
  lose(what: 'commit' | 'answer', lost?: () => unknown): void;
  /** Ends all connections and lets no more through. */
  cut(): void;
  /** Lets nothing through any more and ends nothing, as if a cable was pulled: on the connections that are there, or on later ones too. */
  silence(what: 'present' | 'all'): void;
  /** How many connections were made so far. */
  made(): number;
}

/** What a message with a commit contains: the end of a transaction, or the statement that is one by itself. */
const commits = ['COMMIT', 'emend_append'];

/** Opens a way to the server of a URL, closed with the test. */
export async function openRoute(url: string): Promise<LossyRoute> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let losing: { readonly what: 'commit' | 'answer'; readonly lost: () => unknown } | undefined;
  let isPassable: unknown;
  let made = 0;
  let isSilent = false;
  const silent = new WeakSet<Socket>();
  const server = createServer(async (near) => {
    made += 1;
    if (isSilent) silent.add(near);
    sockets.add(near);
    near.on('error', () => {});
    await isPassable;
    const far = connect(Number(port || 5432), hostname);
    let isDoomed = false;
    const end = () => {
      near.destroy();
      far.destroy();
    };
    const lose = () => {
      end();
      const told = losing?.lost;
      losing = undefined;
      isPassable = told?.();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      // Nobody hears of the end of the other either.
      const hear = () => silent.has(near) || end();
      socket.on('error', hear).on('close', hear);
    }
    near.on('data', (data) => {
      if (silent.has(near)) return;
      isDoomed = losing !== undefined && commits.some((text) => data.includes(text));
      if (isDoomed && losing?.what === 'commit') lose();
      else far.write(data);
    });
    far.on('data', (data) => {
      if (silent.has(near)) return;
      if (isDoomed) lose();
      else near.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  const address = server.address();
  const target = new URL(url);
  target.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: target.href,
    lose: (what, lost = () => {}) => {
      losing = { what, lost };
    },
    cut,
    silence: (what) => {
      isSilent = what === 'all';
      for (const socket of sockets) silent.add(socket);
    },
    made: () => made,
  };
}
