import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Dialect } from '@emend/acp/protocol';

/** A client on the far side of a bridge: counts lines, and reads only those that can be answers. */
export class BridgedClient implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #rest = '';
  #dialect: Dialect = 'v1';
  #onIdle: (() => void) | undefined;
  #next = 0;
  /** The lines that have come. */
  lines = 0;
  /** The first updates that came, as text. */
  readonly sample: string[] = [];

  constructor(args: readonly string[]) {
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout.setEncoding('utf8');
    this.#child.stdout.on('data', (text: string) => this.#read(text));
  }

  /** The id of the process between this client and its agent. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  #read(text: string): void {
    // A long line comes in many pieces, which are not to be looked through again with each.
    if (!text.includes('\n')) {
      this.#rest += text;
      return;
    }
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    this.lines += lines.length;
    for (const line of lines) {
      if (line.includes('"session/update"')) {
        if (this.sample.length < 100) this.sample.push(line);
        if (this.#onIdle !== undefined && line.includes('"idle"')) this.#onIdle();
        continue;
      }
      const { id, result } = JSON.parse(line) as { id: number; result: unknown };
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    }
  }

  request(method: string, params: object): Promise<unknown> {
    const id = this.#next++;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Shakes hands in a dialect and starts a session. */
  async start(dialect: Dialect): Promise<void> {
    this.#dialect = dialect;
    const info = dialect === 'november' ? { info: { name: 'bench', version: '1' } } : {};
    await this.request('initialize', { protocolVersion: dialect === 'v1' ? 1 : 2, ...info });
    await this.request('session/new', { cwd: '/', mcpServers: [] });
  }

  /** Prompts for a number of updates and waits for the end of the work: the answer, or in November the state after it. */
  async prompt(updates: number): Promise<void> {
    const idle = new Promise<void>((resolve) => {
      if (this.#dialect === 'november') this.#onIdle = resolve;
      else resolve();
    });
    await this.request('session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: String(updates) }] });
    await idle;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    await ended;
  }
}
