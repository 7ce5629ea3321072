import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { commandFile } from './built-command.ts';

/** The agent of these tests, as arguments of `emend serve`. */
export const testAgent = ['--', process.execPath, fileURLToPath(new URL('served-agent.mjs', import.meta.url))];

/** A running `emend serve`. */
export interface RunningServer {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
  /** Everything it has written. */
  stdout(): string;
  stderr(): string;
  /** Sends a signal and returns the exit status. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `emend serve` and waits until it can be connected to. */
export async function startServer(args: readonly string[], node: readonly string[] = []): Promise<RunningServer> {
  const child = spawn(process.execPath, [...node, commandFile, 'serve', ...args]);
  let [stdout, stderr] = ['', ''];
  const closed = once(child, 'close');
  // A test that fails does not end its server.
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  void closed.then(() => process.off('exit', kill));
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      if (stdout.includes('\n')) resolve();
    });
    void closed.then(([status]) => reject(new Error(`it ended with ${status}: ${stderr}`)));
  });
  // The token comes with the address.
  await new Promise(setImmediate);
  const [url = '', second = ''] = stdout.split('\n');
  return {
    url,
    token: second.replace('token: ', ''),
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      const [status] = await closed;
      return status;
    },
  };
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: {
    readonly sessionId?: string;
    readonly update?: { readonly content?: { readonly text?: string } };
  };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A client over a plain WebSocket, which knows nothing of Emend. */
export class PlainClient {
  readonly received: Message[] = [];
  readonly frames: string[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  #ids = 0;
  readonly #waiting = new Set<() => void>();

  constructor({ url, token }: Pick<RunningServer, 'url' | 'token'>) {
    this.#socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: { authorization: `Bearer ${token}` } });
    this.#socket.on('message', (data) => {
      this.frames.push(String(data));
      this.received.push(JSON.parse(String(data)));
      this.#wake();
    });
    this.#socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', (code) => {
        resolve(code);
        this.#wake();
      });
    });
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }

  async #opened(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open');
  }

  send(frame: string): void {
    this.#socket.send(frame);
  }

  /** Sends a request and returns its answer. */
  async ask(method: string, params: object): Promise<Message> {
    await this.#opened();
    const id = this.#ids;
    this.#ids += 1;
    this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return this.until((message) => message.id === id && message.method === undefined);
  }

  /** Waits for a message. */
  async until(is: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.received.find(is);
      if (found !== undefined) return found;
      if (this.#socket.readyState > WebSocket.OPEN) throw new Error('the socket is closed');
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Introduces itself. */
  async initialize(): Promise<void> {
    await this.ask('initialize', { protocolVersion: 1 });
  }

  /** The texts of the updates of a session so far. */
  texts(sessionId: string): readonly string[] {
    const texts = this.received.map(({ params }) =>
      params?.sessionId === sessionId ? params.update?.content?.text : undefined,
    );
    return texts.filter((text) => text !== undefined);
  }

  /** Introduces itself and opens a session. */
  async open(cwd = '/'): Promise<string> {
    if (this.#ids === 0) await this.initialize();
    const { result } = await this.ask('session/new', { cwd, mcpServers: [] });
    return (result as { sessionId: string }).sessionId;
  }

  /** Sends a prompt and returns the words of the agent since. */
  async prompt(sessionId: string, text: string): Promise<string> {
    const before = this.received.length;
    const { error } = await this.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    if (error !== undefined) throw new Error(error.message);
    return this.received
      .slice(before)
      .map(({ params }) => (params?.sessionId === sessionId ? (params.update?.content?.text ?? '') : ''))
      .join('');
  }

  close(): Promise<number> {
    this.#socket.close();
    return this.closed;
  }
}
