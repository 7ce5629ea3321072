import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arrivals } from '../../transport/arrivals.ts';
import type { AsyncCloseable } from '../../transport/async-closeable.ts';
import type { Transport } from '../../transport/transport.ts';
import type { LineOptions } from '../../transport/web-streams.ts';
import { nodeStreams } from '../node-streams.ts';
import { type SeatAddress, seatProgram } from './seat-program.ts';

/** One run of the program of a seat. */
export interface SeatedAgent {
  /** Counts the runs from 1. */
  readonly number: number;
  /** The id of the process of the program. */
  readonly pid: number;
  /** The client that started the program: what it writes to the program's standard input comes here. Closing it ends the program. */
  readonly transport: Transport;
}

/** The longest path that all systems take for a socket. */
const longestPath = 100;
/** The longest first line of a program: the secret and its id. */
const longestHello = 100;

/**
 * A command that a client can start as its agent, while the agent is played by this process: each run of the command becomes a transport
 * here.
 */
export class AgentSeat implements AsyncCloseable {
  /** The words of the command. */
  readonly command: readonly string[];
  /** The runs of the command, in their order; they end when the seat is closed. Only one reader may iterate them. */
  readonly agents: AsyncIterable<SeatedAgent>;
  readonly #folder: string;
  readonly #server: Server;
  readonly #secret: string;
  readonly #sockets = new Set<Socket>();
  readonly #arrivals = new Arrivals<SeatedAgent>();
  readonly #options: LineOptions;
  #count = 0;
  #closing: Promise<void> | undefined;

  private constructor(folder: string, server: Server, secret: string, options: LineOptions) {
    this.#folder = folder;
    this.#server = server;
    this.#secret = secret;
    this.#options = options;
    this.command = [process.execPath, join(folder, 'agent.cjs')];
    this.agents = this.#arrivals;
    server.on('connection', (socket) => this.#greet(socket));
    server.on('error', () => {});
  }

  /** Opens a seat. Its command works until it is closed. */
  static async open(options: LineOptions = {}): Promise<AgentSeat> {
    // Nobody but this user can reach what is in a folder that is made so.
    const folder = await mkdtemp(join(tmpdir(), 'emend-seat-'));
    try {
      // Half open: what was sent to a client is still written when it has said its last word.
      const server = createServer({ allowHalfOpen: true });
      const secret = randomUUID();
      const seat = new AgentSeat(folder, server, secret, options);
      const at = await listen(server, join(folder, 'socket'));
      const address: SeatAddress = { at, secret };
      await writeFile(join(folder, 'agent.cjs'), seatProgram(address), { mode: 0o600 });
      return seat;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Ends all runs of the command; later ones end at once with an error. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#arrivals.end();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Reads the first line of a connection, which proves where it comes from, and makes a transport of the rest. */
  #greet(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // Without a listener the event would end the process.
    socket.on('error', () => {});
    let head = Buffer.alloc(0);
    const onData = (bytes: Buffer) => {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf(10);
      if (end < 0 && head.length <= longestHello) return;
      socket.off('data', onData);
      socket.pause();
      const [secret, pid] = head.subarray(0, Math.max(0, end)).toString('latin1').split(' ');
      if (end < 0 || secret !== this.#secret) return void socket.destroy();
      socket.unshift(head.subarray(end + 1));
      this.#seat(socket, Number(pid));
    };
    socket.on('data', onData);
  }

  #seat(socket: Socket, pid: number): void {
    this.#count += 1;
    const transport = nodeStreams({ readable: socket, writable: socket }, this.#options);
    // An agent ends when its input does.
    socket.on('end', () => void transport.close());
    this.#arrivals.add({ number: this.#count, pid, transport });
  }
}

/** Listens at a path, or on a free port of the loopback interface where that is not possible; returns which. */
async function listen(server: Server, path: string): Promise<string | number> {
  const usesPath = process.platform !== 'win32' && Buffer.byteLength(path) <= longestPath;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const onListening = () => {
      server.off('error', reject);
      resolve();
    };
    if (usesPath) server.listen(path, onListening);
    else server.listen(0, '127.0.0.1', onListening);
  });
  const address = server.address();
  return usesPath || address === null || typeof address === 'string' ? path : address.port;
}
