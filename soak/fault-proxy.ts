import { connect, createServer, type Server, type Socket } from 'node:net';
import type { ConnectionPlan, Direction, Fault } from './fault-plan.ts';

/** What a proxy has done so far. */
export interface FaultCounts {
  connections: number;
  /** Connections that were turned away because the network was down. */
  refused: number;
  /** Faults by their kind. */
  readonly faults: Record<Fault, number>;
  readonly bytes: Record<Direction, number>;
}

/** Options of a proxy. */
interface FaultProxyOptions {
  readonly host?: string;
  /** Returns what happens to a connection, by its number from 0. Default: nothing. */
  readonly plan?: (connection: number) => ConnectionPlan;
}

/** A TCP proxy on loopback that breaks connections in all the ways a network does. */
export class FaultProxy {
  readonly counts: FaultCounts = {
    connections: 0,
    refused: 0,
    faults: { reset: 0, end: 0, 'end-up': 0, 'end-down': 0, stall: 0, 'stall-up': 0, 'stall-down': 0 },
    bytes: { up: 0, down: 0 },
  };
  readonly port: number;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #isDown = false;

  private constructor(server: Server, target: () => Socket, plan: (connection: number) => ConnectionPlan) {
    this.#server = server;
    const address = server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
    server.on('connection', (client) => {
      if (this.#isDown) {
        this.counts.refused += 1;
        client.on('error', () => {});
        client.resetAndDestroy();
        return;
      }
      const link = new Link(client, target(), plan(this.counts.connections), this.counts, () =>
        this.#links.delete(link),
      );
      this.counts.connections += 1;
      this.#links.add(link);
    });
  }

  /** Starts a proxy in front of a port of this machine. */
  static async start(targetPort: number, options: FaultProxyOptions = {}): Promise<FaultProxy> {
    const { host = '127.0.0.1', plan = () => ({}) } = options;
    const server = createServer({ allowHalfOpen: true, noDelay: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const target = () => connect({ host, port: targetPort, allowHalfOpen: true, noDelay: true });
    return new FaultProxy(server, target, plan);
  }

  /** The number of connections that are open or stalled. */
  get open(): number {
    return this.#links.size;
  }

  /** Does the same to every open connection now. */
  strike(fault: Fault): void {
    for (const link of [...this.#links]) link.suffer(fault);
  }

  /** Turns away new connections until it is called with false; open ones go on. */
  setDown(isDown: boolean): void {
    this.#isDown = isDown;
  }

  async close(): Promise<void> {
    for (const link of [...this.#links]) link.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** One connection through the proxy. */
class Link {
  readonly #plan: ConnectionPlan;
  readonly #counts: FaultCounts;
  readonly #pipes: Record<Direction, Pipe>;
  readonly #sockets: readonly [client: Socket, server: Socket];
  readonly #onGone: () => void;
  #hasStruck = false;
  #isReset = false;
  #isStalled = false;
  #open = 2;

  constructor(client: Socket, server: Socket, plan: ConnectionPlan, counts: FaultCounts, onGone: () => void) {
    this.#plan = plan;
    this.#counts = counts;
    this.#sockets = [client, server];
    this.#onGone = onGone;
    this.#pipes = {
      up: this.#pipe('up', client, server),
      down: this.#pipe('down', server, client),
    };
    this.#watch(client, server);
    this.#watch(server, client);
    const { fault } = plan;
    if (fault?.after.up === 0 || fault?.after.down === 0) this.suffer(fault.kind);
  }

  #pipe(direction: Direction, from: Socket, to: Socket): Pipe {
    const count = (bytes: number) => {
      this.#counts.bytes[direction] += bytes;
    };
    return new Pipe(from, to, this.#plan, () => this.#dueIn(direction), count);
  }

  /** Makes a fault happen now. */
  suffer(kind: Fault): void {
    this.#hasStruck = true;
    this.#counts.faults[kind] += 1;
    const { up, down } = this.#pipes;
    switch (kind) {
      case 'reset':
        this.#isReset = true;
        for (const socket of this.#sockets) socket.resetAndDestroy();
        return;
      case 'end':
        for (const pipe of [up, down]) pipe.end();
        for (const socket of this.#sockets) socket.destroySoon();
        return;
      case 'end-up':
        up.end();
        return;
      case 'end-down':
        down.end();
        return;
      default:
        this.#isStalled = true;
        if (kind !== 'stall-down') up.stall();
        if (kind !== 'stall-up') down.stall();
    }
  }

  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Returns the fault that happens in a direction after some bytes, unless it has happened already. */
  #dueIn(direction: Direction): Due | undefined {
    const { fault } = this.#plan;
    const after = fault?.after[direction];
    if (this.#hasStruck || fault === undefined || after === undefined) return undefined;
    return { after, strike: () => this.suffer(fault.kind) };
  }

  #watch(socket: Socket, other: Socket): void {
    socket.on('error', () => {});
    socket.on('close', (hadError) => {
      this.#open -= 1;
      if (this.#open === 0) this.#onGone();
      // A network that has died does not tell the other end that this one is gone.
      if (this.#isStalled || other.destroyed) return;
      if (hadError || this.#isReset) other.resetAndDestroy();
      else other.destroySoon();
    });
  }
}

/** A fault that is to come, after some bytes of a direction. */
interface Due {
  readonly after: number;
  strike(): void;
}

/** Forwards the bytes of one direction. */
class Pipe {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #due: () => Due | undefined;
  readonly #count: (bytes: number) => void;
  #forwarded = 0;
  #isStopped = false;
  /** Resolves when the pieces that wait for their time are forwarded. */
  #last: Promise<void> | undefined;

  constructor(
    from: Socket,
    to: Socket,
    { delay, drip }: ConnectionPlan,
    due: () => Due | undefined,
    count: (bytes: number) => void,
  ) {
    this.#from = from;
    this.#to = to;
    this.#due = due;
    this.#count = count;
    from.on('data', (chunk) => {
      if (delay === undefined && drip === undefined) return this.#forward(chunk);
      this.#last = (this.#last ?? Promise.resolve()).then(async () => {
        if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay));
        const size = drip ?? chunk.length;
        for (let at = 0; at < chunk.length && !this.#isStopped; at += size) {
          this.#forward(chunk.subarray(at, at + size));
          if (drip !== undefined) await new Promise((resolve) => setImmediate(resolve));
        }
      });
    });
    from.on('end', () => {
      const end = () => !this.#isStopped && to.end();
      if (this.#last === undefined) end();
      else void this.#last.then(end);
    });
  }

  /** Forwards nothing any more and does not read either, as if packets were dropped. */
  stall(): void {
    this.#isStopped = true;
    this.#from.pause();
  }

  /** Ends this direction; what comes later is thrown away. */
  end(): void {
    this.#isStopped = true;
    this.#to.end();
  }

  #forward(chunk: Buffer): void {
    if (this.#isStopped) return;
    const due = this.#due();
    if (due === undefined || this.#forwarded + chunk.length < due.after) {
      this.#write(chunk);
      return;
    }
    const before = Math.max(0, due.after - this.#forwarded);
    this.#write(chunk.subarray(0, before));
    due.strike();
    // A fault of the other direction leaves this one as it is.
    if (before < chunk.length) this.#forward(chunk.subarray(before));
  }

  #write(bytes: Buffer): void {
    if (bytes.length === 0 || !this.#to.writable) return;
    this.#forwarded += bytes.length;
    this.#count(bytes.length);
    if (this.#to.write(bytes)) return;
    this.#from.pause();
    this.#to.once('drain', () => !this.#isStopped && this.#from.resume());
  }
}
