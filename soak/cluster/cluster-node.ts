import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Chance } from '../chance.ts';
import { FaultProxy } from '../fault-proxy.ts';
import { kill, markName } from '../process-mark.ts';

const emend = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

/** How long a server may take to start, in milliseconds, however busy the machine is. */
const startPatience = 120_000;

/** What nodes share. */
interface NodeParts {
  readonly databaseUrl: string;
  /** The command of an agent. */
  readonly agent: readonly string[];
  /** Where what the servers print is kept. */
  readonly folder: string;
  /** Marks all processes of the run. */
  readonly mark: string;
  /** Called with the name under which a process writes to the database, before it can. */
  onProcess(writer: string, process: number): Promise<void>;
}

/** One of the servers, with a network of its own to the database, to the other servers and to its clients. */
export class ClusterNode {
  readonly name: string;
  readonly database: FaultProxy;
  readonly peers: FaultProxy;
  readonly clients: FaultProxy;
  readonly #port: number;
  readonly #parts: NodeParts;
  #child: ChildProcess | undefined;
  #runs = 0;

  private constructor(name: string, port: number, proxies: readonly FaultProxy[], parts: NodeParts) {
    this.name = name;
    this.#port = port;
    [this.database, this.peers, this.clients] = proxies as [FaultProxy, FaultProxy, FaultProxy];
    this.#parts = parts;
  }

  static async create(name: string, chance: Chance, parts: NodeParts): Promise<ClusterNode> {
    const port = await fixedPort(chance);
    const database = await FaultProxy.start(Number(new URL(parts.databaseUrl).port));
    const proxies = [database, await FaultProxy.start(port), await FaultProxy.start(port)];
    return new ClusterNode(name, port, proxies, parts);
  }

  /** Where clients reach it. */
  get url(): string {
    return `http://127.0.0.1:${this.clients.port}/acp`;
  }

  /** The id of its process; 0 if it does not run. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts the server; resolves when clients can connect. */
  async start(): Promise<void> {
    const { databaseUrl, agent, folder, mark, onProcess } = this.#parts;
    this.#runs += 1;
    const writer = `${this.name}-${this.#runs}`;
    const database = new URL(databaseUrl);
    database.port = String(this.database.port);
    database.searchParams.set('application_name', writer);
    const args = ['serve', '--no-token', '--listen', `127.0.0.1:${this.#port}`, '--grace', '3'];
    args.push('--node-url', `http://127.0.0.1:${this.peers.port}/acp`, '--store', database.href);
    args.push('--max-connections', '10000', '--', ...agent);
    // A shell must not run what is set up for those of people, each time an agent starts.
    const env = { ...process.env, [markName]: mark, BASH_ENV: '', ENV: '' };
    const child = spawn(process.execPath, [emend, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
    this.#child = child;
    child.stderr.pipe(createWriteStream(join(folder, `${this.name}.log`), { flags: 'a' }));
    await onProcess(writer, child.pid ?? 0);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.name} did not start`)), startPatience);
      const fail = () => reject(new Error(`${this.name} ended before it could be used`));
      child.once('close', fail);
      child.stdout.once('data', () => {
        clearTimeout(timer);
        child.off('close', fail);
        resolve();
      });
    });
  }

  /** Sends a signal to the server. */
  signal(signal: NodeJS.Signals): void {
    if (this.#child?.pid !== undefined && this.#child.exitCode === null) kill(this.#child.pid, signal);
  }

  /** Ends the server; resolves when it is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
    this.signal(signal);
    const late = setTimeout(() => this.signal('SIGKILL'), 30_000);
    await gone;
    clearTimeout(late);
  }

  async close(): Promise<void> {
    this.signal('SIGCONT');
    await this.end('SIGTERM');
    await Promise.all([this.database, this.peers, this.clients].map((proxy) => proxy.close()));
  }
}

/** A port that no outgoing connection gets by chance, so that a server that was killed finds it free again. */
async function fixedPort(chance: Chance): Promise<number> {
  for (;;) {
    const port = chance.between(11_000, 31_000) ^ (process.pid & 1023);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
